import { chakra } from '@chakra-ui/react'
import { Inbox, LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Session, useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { setThemeMode, useThemeMode } from '#client/lib/theme-mode.ts'
import { ButtonLink, PlainLink } from '#client/ui/link.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import ExitSheet from './exit-sheet.tsx'
import { nameOf, PROFILE_PAGES } from './profile-pages.ts'
import { useSandboxes } from './shell-data.ts'
import { useTradeMarket } from './use-trade-market.ts'

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '3.5',
  width: 'full',
  minHeight: '3.25rem',
  paddingInline: '3',
  borderRadius: 'md',
  fontWeight: 'medium',
  textAlign: 'start',
  _hover: { bg: 'hover' },
  '&[aria-current=page]': { color: 'gold' },
} as const

/** The pages that do not fit into the bottom bar. */
export default function MoreSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const session = useSession()
  const sandboxes = useSandboxes()
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Sheet open onClose={onClose} title={t('nav.more')}>
        <chakra.div display="grid" gap="5">
          {session && <Owner session={session} />}
          {session ? <ProfileLinks onClose={onClose} /> : <Doors onClose={onClose} />}
          <Choices />
          {(sandboxes || session) && (
            <chakra.div borderTopWidth="1px" borderColor="line" paddingTop="2" marginInline="-3">
              {sandboxes && (
                <chakra.a href="/sandbox/inbox" target="_blank" rel="noopener" {...row}>
                  <Inbox size={20} aria-hidden="true" />
                  {t('nav.inbox')}
                </chakra.a>
              )}
              {session && (
                <chakra.button type="button" {...row} color="sell" onClick={() => setLeaving(true)}>
                  <LogOut size={20} aria-hidden="true" />
                  {t('nav.exit')}
                </chakra.button>
              )}
            </chakra.div>
          )}
        </chakra.div>
      </Sheet>
      {leaving && <ExitSheet onClose={onClose} />}
    </>
  )
}

/** The user's name and level. */
function Owner({ session }: { session: Session }) {
  const { t } = useTranslation()
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
      <chakra.span dir="auto" fontWeight="bold" minWidth="0" overflowWrap="anywhere">
        {nameOf(session) ?? t('user.unnamed')}
      </chakra.span>
      <chakra.span
        flexShrink="0"
        paddingInline="2.5"
        paddingBlock="1"
        borderRadius="md"
        bg="gold.subtle"
        color="gold"
        fontSize="xs"
      >
        {t(`level.${session.userAccountLevel}`)}
      </chakra.span>
    </chakra.div>
  )
}

function ProfileLinks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const market = useTradeMarket()
  return (
    <chakra.ul marginInline="-3">
      {PROFILE_PAGES.map(({ to, word, icon: Icon }) => (
        <li key={to}>
          <PlainLink to={to} params={market} activeOptions={{ exact: to === '/profile' }} {...row} onClick={onClose}>
            <Icon size={20} aria-hidden="true" />
            {t(word)}
          </PlainLink>
        </li>
      ))}
    </chakra.ul>
  )
}

function Doors({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
      <ButtonLink to="/login" variant="quiet" onClick={onClose}>
        {t('nav.login')}
      </ButtonLink>
      <ButtonLink to="/sign-up" onClick={onClose}>
        {t('nav.register')}
      </ButtonLink>
    </chakra.div>
  )
}

function Choices() {
  const { t, i18n } = useTranslation()
  return (
    <chakra.div display="grid" gap="3">
      <Choice label={t('language.label')}>
        <Segmented
          label={t('language.label')}
          value={useLanguage()}
          options={[
            { value: 'fa', label: <span lang="fa">{t('language.fa')}</span> },
            { value: 'en', label: <span lang="en">{t('language.en')}</span> },
          ]}
          onChange={(next) => void i18n.changeLanguage(next)}
        />
      </Choice>
      <Choice label={t('theme.label')}>
        <Segmented
          label={t('theme.label')}
          value={useThemeMode()}
          options={[
            { value: 'dark', label: t('theme.dark') },
            { value: 'light', label: t('theme.light') },
          ]}
          onChange={setThemeMode}
        />
      </Choice>
    </chakra.div>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.div display="grid" gridTemplateColumns="5rem 1fr" alignItems="center" gap="3">
      <chakra.span fontSize="sm" color="fg.muted">
        {label}
      </chakra.span>
      {children}
    </chakra.div>
  )
}
