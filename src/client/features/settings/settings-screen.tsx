import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { ApiKeysSection } from './api-keys/api-keys-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { FirstPasswordSection } from './first-password-section.tsx'
import { FreezeSection } from './freeze-section.tsx'
import { HoldNotice, ResetNotice } from './hold-notice.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhraseSection } from './phrase-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SettingRow } from './setting-row.tsx'
import { identitiesQuery } from './sign-on.queries.ts'
import { type LinkOutcome, SignOnSection } from './sign-on-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

const GROUPS = ['security', 'notifications', 'api', 'look'] as const

/** How the account is protected, what it is told and how the app looks, with an index of the parts. */
export function SettingsScreen({ signOn }: { signOn: LinkOutcome | undefined }) {
  const { t } = useTranslation('settings')
  const { data } = useQuery(identitiesQuery())
  return (
    <chakra.div maxWidth="48rem">
      <PageHeading title={t('title')} text={t('lead')} />
      <SettingsIndex />
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <ResetNotice />
        <HoldNotice />
        <Group id="security">
          <TwoStepSection />
          <PasskeysSection />
          {data?.baseDTO.hasPassword === false ? <FirstPasswordSection /> : <PasswordRow />}
          <SignOnSection outcome={signOn} />
          <SessionsSection />
          <PhraseSection />
          <FreezeSection />
        </Group>
        <NotificationsSection />
        <Group id="api">
          <ApiKeysSection />
        </Group>
        <Group id="look">
          <AppearanceSection />
        </Group>
      </chakra.div>
    </chakra.div>
  )
}

/** The place that an entry of the index leads to. */
const Group = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', scrollMarginTop: '5rem' },
})

function SettingsIndex() {
  const { t } = useTranslation('settings')
  return (
    <chakra.nav aria-label={t('index.label')} marginBottom="4">
      <chakra.ul display="flex" flexWrap="wrap" gap="2">
        {GROUPS.map((group) => (
          <li key={group}>
            <PlainLink
              to="/profile/settings"
              hash={group}
              replace
              activeOptions={{ includeHash: true }}
              display="inline-flex"
              alignItems="center"
              minHeight="tap"
              paddingInline="3.5"
              borderRadius="full"
              borderWidth="1px"
              borderColor="line"
              bg="surface"
              fontSize="sm"
              fontWeight="semibold"
            >
              {t(`index.${group}`)}
            </PlainLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}

/** The form of a new password stands behind its row until it is asked for. */
function PasswordRow() {
  const { t } = useTranslation('settings')
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) form.current?.querySelector('input')?.focus()
  }, [open])
  if (open)
    return (
      <div ref={form}>
        <PasswordSection />
      </div>
    )
  return (
    <Card as="div">
      <SettingRow icon={<KeyRound size={20} />} name={t('password.name')}>
        <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
          {t('password.action')}
        </Button>
      </SettingRow>
    </Card>
  )
}
