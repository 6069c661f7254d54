import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { leaveFor } from '#client/ui/sheet-history.ts'
import { showDate } from '#client/ui/show-date.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { getSignOnProviders, linkSignOn, type SignOnIdentity, unlinkSignOn } from '#contract/sign-on.ts'
import { identitiesQuery } from './security.commands.ts'
import { SettingRow } from './setting-row.tsx'

type Identity = z.output<typeof SignOnIdentity>

/** The outcome with which the browser returned from linking. */
export type LinkOutcome = 'linked' | 'taken'

/** The identity of another provider by which the user can log in; renders nothing without a provider. */
export function SignOnSection({ outcome }: { outcome: LinkOutcome | undefined }) {
  const { t } = useTranslation('signOn')
  const { data } = useQuery(endpointQuery(getSignOnProviders, {}))
  if (!data?.content.includes('GOOGLE')) return null
  return (
    <Section title={t('link.title')} note={t('link.note')}>
      <chakra.div display="grid" gap="4">
        {outcome === 'linked' && <Notice tone="success">{t('link.done')}</Notice>}
        {outcome === 'taken' && <Notice tone="error">{t('link.taken')}</Notice>}
        <Identities />
      </chakra.div>
    </Section>
  )
}

function Identities() {
  const query = useQuery(identitiesQuery())
  return (
    <QueryView query={query} data={query.data?.content} rows={1} empty={<LinkRow />}>
      {([identity]) => identity && <IdentityRow identity={identity} />}
    </QueryView>
  )
}

function LinkRow() {
  const { t } = useTranslation('signOn')
  const sentenceOf = useSentenceOf()
  const link = useMutation({
    mutationFn: async () => leaveFor((await callApi(linkSignOn, {})).baseDTO.url),
  })
  return (
    <>
      {link.isError && <Notice tone="error">{sentenceOf(link.error)}</Notice>}
      <SettingRow icon={<Link2 size={20} />} name={t('link.identity')} text={t('link.empty')}>
        <Button variant="quiet" size="sm" loading={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
          {t('link.action')}
        </Button>
      </SettingRow>
    </>
  )
}

function IdentityRow({ identity }: { identity: Identity }) {
  const { t } = useTranslation('signOn')
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const { email, linkedDateTime, lastUsedDateTime } = identity
  const at = showDate(new Date(lastUsedDateTime ?? linkedDateTime), language, lastUsedDateTime ? 'date-time' : 'date')
  return (
    <SettingRow
      icon={<Link2 size={20} />}
      name={email === null ? t('link.identity') : <bdi dir="ltr">{email}</bdi>}
      text={lastUsedDateTime ? t('link.used', { at }) : t('link.linked', { at })}
    >
      <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
        {t('unlink.action')}
      </Button>
      {asking && <UnlinkSheet id={identity.id} onClose={() => setAsking(false)} />}
    </SettingRow>
  )
}

function UnlinkSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('signOn')
  const client = useQueryClient()
  const unlink = async () => {
    await callApi(unlinkSignOn, { params: { id } })
    await client.invalidateQueries({ queryKey: identitiesQuery().queryKey })
  }
  return (
    <ConfirmMutation
      title={t('unlink.title')}
      yes={t('unlink.yes')}
      no={t('unlink.no')}
      act={unlink}
      done={t('unlink.done')}
      onClose={onClose}
    >
      {t('unlink.text')}
    </ConfirmMutation>
  )
}
