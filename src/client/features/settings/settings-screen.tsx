import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Bell, KeyRound, Palette, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { setThemeMode, useThemeMode } from '#client/lib/theme-mode.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { HoldHelp } from '#client/ui/hold-help.tsx'
import { ButtonLink, PlainLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { Section, SectionPlace } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { hasWithdrawals, TRANSFERS, type Transfers } from '#domain/transfers.ts'
import { ApiKeysSection } from './api-keys/api-keys-section.tsx'
import { FreezeSection } from './freeze-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { OrdersSection } from './orders-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { FirstPasswordSection, PasswordSection } from './password-section.tsx'
import { PhraseSection } from './phrase-section.tsx'
import { SavedAddressesSection } from './saved-addresses/saved-addresses-section.tsx'
import { identitiesQuery, securityQuery, useCancelReset } from './security.commands.ts'
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
  // The words of the first sections too: a section that got its words later would change its height.
  const { t } = useTranslation(['settings', 'passkeys', 'signOn'])
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
          <SectionPlace>
            <SavedAddressesSection />
          </SectionPlace>
          <FreezeSection />
          <LiabilitiesRow />
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
          <OrdersSection />
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

/** The way to the proof that the user's balances are in what the exchange owes. */
function LiabilitiesRow() {
  const { t } = useTranslation('settings')
  return (
    <Card as="div">
      <SettingRow icon={<ShieldCheck size={20} />} name={t('liabilities.name')} text={t('liabilities.text')}>
        <ButtonLink to="/profile/liabilities" variant="quiet" size="sm">
          {t('liabilities.action')}
        </ButtonLink>
      </SettingRow>
    </Card>
  )
}

/** Language and theme. */
function AppearanceSection() {
  const { t, i18n } = useTranslation('settings')
  return (
    <Section title={t('appearance.title')}>
      <chakra.div display="grid" gap="4">
        <SettingRow name={t('appearance.language')}>
          <Segmented
            label={t('appearance.language')}
            value={useLanguage()}
            options={[
              { value: 'fa', label: <span lang="fa">فارسی</span> },
              { value: 'en', label: <span lang="en">English</span> },
            ]}
            onChange={(next) => void i18n.changeLanguage(next)}
          />
        </SettingRow>
        <SettingRow name={t('appearance.theme')}>
          <Segmented
            label={t('appearance.theme')}
            value={useThemeMode()}
            options={[
              { value: 'dark', label: t('appearance.dark') },
              { value: 'light', label: t('appearance.light') },
            ]}
            onChange={setThemeMode}
          />
        </SettingRow>
      </chakra.div>
    </Section>
  )
}

/**
 * Shows until when withdrawals are held after a recent change of the account's protection. It shows nothing while the exchange has no withdrawals.
 */
export function HoldNotice({ transfers = TRANSFERS }: { transfers?: Transfers }) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const until = useQuery(securityQuery()).data?.baseDTO.withdrawalsHeldUntil
  if (!until || !hasWithdrawals(transfers)) return null
  return (
    <Notice tone="info" action={<HoldHelp />}>
      {t('held', { at: showDate(new Date(until), language, 'date-time') })}
    </Notice>
  )
}

/** Shows that a new password was requested and waits; an owner who did not request it cancels it here. */
export function ResetNotice() {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const [cancelling, setCancelling] = useState(false)
  const at = useQuery(securityQuery()).data?.baseDTO.passwordResetDateTime
  if (!at) return null
  return (
    <>
      <Notice
        tone="warning"
        action={
          <Button variant="quiet" size="sm" onClick={() => setCancelling(true)}>
            {t('reset.cancel')}
          </Button>
        }
      >
        {t('reset.waits', { at: showDate(new Date(at), language, 'date-time') })}
      </Notice>
      {cancelling && <CancelResetSheet onClose={() => setCancelling(false)} />}
    </>
  )
}

/** Cancels with the present password; an owner who has forgotten it needs a code instead. */
function CancelResetSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const [password, setPassword] = useState('')
  const cancel = useCancelReset()
  const isWrong = isRefusal(cancel.error, 'OLD_PASSWORD_INCORRECT')
  return (
    <FormSheet
      title={t('reset.cancel')}
      action={t('reset.cancel')}
      busy={cancel.isPending}
      error={isWrong ? null : cancel.error}
      complete={password !== ''}
      onSend={() => cancel.mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <p>{t('reset.text')}</p>
          <PasswordField
            label={t('password.present')}
            name="oldPassword"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
            problem={
              isWrong
                ? sentenceOf(cancel.error)
                : checked && password === ''
                  ? t('password.problem.oldRequired')
                  : undefined
            }
          />
          <Button
            variant="quiet"
            full
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: onClose })}
          >
            {t('reset.byCode')}
          </Button>
        </>
      )}
    </FormSheet>
  )
}
