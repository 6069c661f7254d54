import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Snowflake } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FreezeEffects } from '#client/entities/account/freeze-effects.tsx'
import { sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { Section } from '#client/ui/section.tsx'
import { freezeAccount } from '#contract/security.ts'
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
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = () => {
    wipeUserData(client)
    client.setQueryData(sessionQuery().queryKey, null)
    void navigate({ to: '/freeze', search: { frozen: true } })
  }
  return (
    <ConfirmMutation
      title={t('freeze.title')}
      yes={t('freeze.action')}
      no={t('cancel')}
      act={() => callApi(freezeAccount, {})}
      onDone={leave}
      onClose={onClose}
    >
      <FreezeEffects />
    </ConfirmMutation>
  )
}
