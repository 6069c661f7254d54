import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Plus, SquareTerminal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { isolated } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { SettingRow } from '../setting-row.tsx'
import { type ApiKey, apiKeysQuery, useRemoveApiKey } from './api-keys.queries.ts'
import { CreateKeySheet } from './create-key-sheet.tsx'

/** The keys of the user's programs, to create, view and remove. */
export function ApiKeysSection() {
  const { t } = useTranslation('apiKeys')
  const language = useLanguage()
  const [creating, setCreating] = useState(false)
  return (
    <Section
      title={t('title')}
      note={
        <>
          {t('note')}{' '}
          <chakra.a
            href={language === 'fa' ? '/api/?lang=fa' : '/api/'}
            target="_blank"
            rel="noopener"
            color="gold"
            textDecoration="underline"
          >
            {t('guide')}
          </chakra.a>
        </>
      }
      aside={
        <Button
          variant="quiet"
          size="sm"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setCreating(true)}
        >
          {t('create.action')}
        </Button>
      }
    >
      <KeyList />
      {creating && <CreateKeySheet onClose={() => setCreating(false)} />}
    </Section>
  )
}

function KeyList() {
  const { t } = useTranslation('apiKeys')
  const query = useQuery(apiKeysQuery())
  const empty = (
    <chakra.p fontSize="sm" color="fg.muted">
      {t('empty')}
    </chakra.p>
  )
  return (
    <QueryView query={query} data={query.data?.content} rows={1} empty={empty}>
      {(apiKeys) => (
        <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" aria-label={t('title')}>
          {apiKeys.map((apiKey) => (
            <li key={apiKey.id}>
              <KeyRow apiKey={apiKey} />
            </li>
          ))}
        </chakra.ul>
      )}
    </QueryView>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('apiKeys')
  const { name } = apiKey
  const [removing, setRemoving] = useState(false)
  return (
    <SettingRow icon={<SquareTerminal size={20} />} name={<bdi>{name}</bdi>} text={<KeyFacts apiKey={apiKey} />}>
      <IconButton
        label={t('remove.action', { name })}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => setRemoving(true)}
      />
      {removing && <RemoveKeySheet apiKey={apiKey} onClose={() => setRemoving(false)} />}
    </SettingRow>
  )
}

/** The rights of a key, its addresses, its expiry and its last use. */
function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('apiKeys')
  const language = useLanguage()
  const { prefix, rights, addresses, expiresAt, lastUsedAtDateTime, lastUsedIpAddress } = apiKey
  const dateOf = (text: string, style: 'date' | 'date-time') => showDate(new Date(text), language, style)
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  return (
    <chakra.span display="grid" gap="0.5">
      <span>
        <bdi dir="ltr">{prefix}…</bdi> · {rights.map((right) => t(`right.${right}`)).join(' · ')}
      </span>
      <span>{addresses.length === 0 ? t('anywhere') : <bdi dir="ltr">{addresses.join(', ')}</bdi>}</span>
      {expiresAt !== null && (
        <chakra.span color={isOver ? 'sell' : undefined}>
          {isOver ? t('expired') : t('expires', { at: dateOf(expiresAt, 'date') })}
        </chakra.span>
      )}
      <span>
        {lastUsedAtDateTime === null
          ? t('unused')
          : t('used', { at: dateOf(lastUsedAtDateTime, 'date-time'), ip: isolated(lastUsedIpAddress ?? '') })}
      </span>
    </chakra.span>
  )
}

function RemoveKeySheet({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('apiKeys')
  const remove = useRemoveApiKey()
  return (
    <ConfirmMutation
      title={t('remove.title')}
      yes={t('remove.yes')}
      no={t('remove.no')}
      act={() => remove(id)}
      done={t('remove.done')}
      onClose={onClose}
    >
      {t('remove.text', { name })}
    </ConfirmMutation>
  )
}
