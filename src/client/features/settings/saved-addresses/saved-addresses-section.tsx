import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookMarked, Plus, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SavedAddress, savedAddressesQuery } from '#client/entities/saved-address/saved-addresses.queries.ts'
import { AddressText } from '#client/entities/withdrawal/address-text.tsx'
import { useTagName } from '#client/entities/withdrawal/use-tag-name.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { allowAllAddresses, allowOnlySavedAddresses, removeSavedAddress } from '#contract/saved-addresses.ts'
import { securityQuery } from '../security.commands.ts'
import { SettingRow } from '../setting-row.tsx'
import { SaveAddressSheet } from './save-address-sheet.tsx'

/** The addresses outside that the user withdraws coins to, and whether coins may be sent to these alone. */
export function SavedAddressesSection() {
  const { t } = useTranslation('savedAddresses')
  const [adding, setAdding] = useState(false)
  const query = useQuery(savedAddressesQuery())
  const reload = useReload()
  return (
    <Section
      title={t('title')}
      note={t('note')}
      aside={
        <Button variant="quiet" size="sm" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t('add.action')}
        </Button>
      }
    >
      <QueryView query={query} data={query.data} rows={2}>
        {({ addresses, onlySaved }) => (
          <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
            <OnlySavedRow onlySaved={onlySaved} />
            {addresses.length === 0 ? (
              <chakra.p fontSize="sm" color="fg.muted">
                {t('empty')}
              </chakra.p>
            ) : (
              <chakra.ul display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" aria-label={t('title')}>
                {addresses.map((saved) => (
                  <li key={saved.id}>
                    <AddressRow saved={saved} onlySaved={onlySaved} />
                  </li>
                ))}
              </chakra.ul>
            )}
          </chakra.div>
        )}
      </QueryView>
      {adding && <SaveAddressSheet onSaved={reload} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function OnlySavedRow({ onlySaved }: { onlySaved: boolean }) {
  const { t } = useTranslation('savedAddresses')
  const [asking, setAsking] = useState(false)
  const reload = useReload()
  const next = onlySaved ? 'off' : 'on'
  return (
    <SettingRow icon={<ShieldCheck size={20} />} name={t('only.name')} text={t(onlySaved ? 'only.isOn' : 'only.isOff')}>
      <Button variant={onlySaved ? 'danger' : 'quiet'} size="sm" onClick={() => setAsking(true)}>
        {t(`only.${next}.action`)}
      </Button>
      {asking && (
        <ConfirmMutation
          title={t('only.name')}
          yes={t(`only.${next}.action`)}
          no={t('only.cancel')}
          variant={onlySaved ? 'danger' : 'primary'}
          act={() => callApi(onlySaved ? allowAllAddresses : allowOnlySavedAddresses, {}).then(reload)}
          done={t(`only.${next}.done`)}
          onClose={() => setAsking(false)}
        >
          {t(`only.${next}.text`)}
        </ConfirmMutation>
      )}
    </SettingRow>
  )
}

function AddressRow({ saved, onlySaved }: { saved: SavedAddress; onlySaved: boolean }) {
  const { t } = useTranslation('savedAddresses')
  const [removing, setRemoving] = useState(false)
  const reload = useReload()
  const { id, label: name } = saved
  return (
    <SettingRow icon={<BookMarked size={20} />} name={<bdi>{name}</bdi>} text={<AddressFacts saved={saved} />}>
      <IconButton
        label={t('remove.action', { name })}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => setRemoving(true)}
      />
      {removing && (
        <ConfirmMutation
          title={t('remove.title')}
          yes={t('remove.yes')}
          no={t('remove.no')}
          act={() => callApi(removeSavedAddress, { params: { id } }).then(reload)}
          done={t('remove.done')}
          onClose={() => setRemoving(false)}
        >
          {t('remove.text', { name })} {onlySaved && t('remove.waits')}
        </ConfirmMutation>
      )}
    </SettingRow>
  )
}

function AddressFacts({ saved: { tokenType, address, tag, usableFromDateTime: from } }: { saved: SavedAddress }) {
  const { t } = useTranslation('savedAddresses')
  const language = useLanguage()
  const tagName = useTagName()
  return (
    <chakra.span display="grid" gap="0.5" gridTemplateColumns="minmax(0, 1fr)">
      <bdi>{tokenType}</bdi>
      <span>
        <AddressText address={address} />
      </span>
      {tag !== null && (
        <span>
          {tagName(tokenType)}: <bdi>{tag}</bdi>
        </span>
      )}
      {from !== null && <span>{t('usableFrom', { at: showDate(new Date(from), language, 'date-time') })}</span>}
    </chakra.span>
  )
}

/** Refetches the addresses, and until when withdrawals are held. */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all([savedAddressesQuery(), securityQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
}
