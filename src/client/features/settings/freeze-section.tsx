import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Snowflake } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FreezeEffects } from '#client/entities/account/freeze-effects.tsx'
import { sessionQuery } from '#client/entities/session/session.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useFreeze } from './security.commands.ts'
import { SettingRow } from './setting-row.tsx'

/** Freezes the account, after a confirmation, for a user who fears that another person has access to it. */
export function FreezeSection() {
  const { t } = useTranslation('settings')
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t('freeze.title')}>
      <SettingRow icon={<Snowflake size={20} />} name={t('freeze.name')} text={t('freeze.text')}>
        <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
          {t('freeze.action')}
        </Button>
      </SettingRow>
      {asking && <FreezeSheet onClose={() => setAsking(false)} />}
    </Section>
  )
}

function FreezeSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const navigate = useNavigate()
  const freeze = useFreeze()
  const leave = async () => {
    wipeUserData(client)
    client.setQueryData(sessionQuery().queryKey, null)
    await navigate({ to: '/freeze', search: { frozen: true } })
  }
  return (
    <ConfirmSheet
      open
      title={t('freeze.title')}
      yes={t('freeze.action')}
      no={t('cancel')}
      variant="danger"
      busy={freeze.isPending}
      onYes={() => freeze.mutate(undefined, { onSuccess: leave })}
      onNo={onClose}
    >
      {freeze.isError && <Notice tone="error">{sentenceOf(freeze.error)}</Notice>}
      <FreezeEffects />
    </ConfirmSheet>
  )
}
