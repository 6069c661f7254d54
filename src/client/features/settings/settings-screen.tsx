import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Bell, KeyRound, Palette, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SectionPlace } from '#client/ui/section.tsx'
import { ApiKeysSection } from './api-keys/api-keys-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { FreezeSection } from './freeze-section.tsx'
import { HoldNotice, ResetNotice } from './hold-notice.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { FirstPasswordSection, PasswordSection } from './password-section.tsx'
import { PhraseSection } from './phrase-section.tsx'
import { identitiesQuery } from './security.queries.ts'
import { SessionsSection } from './sessions-section.tsx'
import { SettingRow } from './setting-row.tsx'
import { type LinkOutcome, SignOnSection } from './sign-on-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

const GROUPS = [
  { id: 'security', icon: ShieldCheck },
  { id: 'notifications', icon: Bell },
  { id: 'api', icon: KeyRound },
  { id: 'look', icon: Palette },
] as const

/** Protection of the account, notifications and appearance, with an index of the parts. */
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
          <SectionPlace>
            <PasskeysSection />
          </SectionPlace>
          {data?.baseDTO.hasPassword === false ? <FirstPasswordSection /> : <PasswordRow />}
          <SectionPlace>
            <SignOnSection outcome={signOn} />
          </SectionPlace>
          <SessionsSection />
          <PhraseSection />
          <FreezeSection />
        </Group>
        <SectionPlace>
          <NotificationsSection />
        </SectionPlace>
        <Group id="api">
          <SectionPlace>
            <ApiKeysSection />
          </SectionPlace>
        </Group>
        <Group id="look">
          <AppearanceSection />
        </Group>
      </chakra.div>
    </chakra.div>
  )
}

/** The target of an entry of the index. */
const Group = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', scrollMarginTop: '5rem' },
})

/** A single row, on a phone too: its entries have equal widths, with the name below the icon. */
function SettingsIndex() {
  const { t } = useTranslation('settings')
  return (
    <chakra.nav aria-label={t('index.label')} marginBottom="4">
      <chakra.ul
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(4.2rem, 1fr))"
        gap={{ base: '1.5', md: '2' }}
      >
        {GROUPS.map(({ id, icon: Icon }) => (
          <li key={id}>
            <PlainLink
              to="/profile/settings"
              hash={id}
              replace
              activeOptions={{ includeHash: true }}
              display="flex"
              flexDirection={{ base: 'column', md: 'row' }}
              alignItems="center"
              justifyContent="center"
              gap={{ base: '1', md: '2' }}
              height="full"
              minHeight={{ base: '3.75rem', md: 'tap' }}
              padding="1"
              borderRadius="lg"
              borderWidth="1px"
              borderColor="line"
              bg="surface"
              fontSize={{ base: '2xs', md: 'sm' }}
              fontWeight="semibold"
              lineHeight="tight"
              textAlign="center"
              hyphens="auto"
              overflowWrap="anywhere"
            >
              <Icon size={18} aria-hidden="true" />
              {t(`index.${id}`)}
            </PlainLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}

/** The form of a new password is collapsed until the user opens it. */
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
