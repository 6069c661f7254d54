import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/entities/session/session.ts'
import { useExchangeInfo } from '#client/lib/use-exchange-info.ts'
import { nothing } from '#client/lib/without-code.ts'
import { ButtonLink, PlainLink } from '#client/ui/link.tsx'
import { Logo } from '#client/ui/logo.tsx'
import { LanguageSwitch, ThemeSwitch } from '#client/ui/look-switches.tsx'
import { LESS_TRANSPARENCY, ON_ITS_SIDE } from '#client/ui/media.ts'
import { useTradeLink } from './use-trade-market.ts'

const UserMenu = lazy(() => import('./user-menu.tsx').catch(nothing))

const link = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'tap',
  paddingInline: '3.5',
  borderRadius: 'md',
  fontSize: 'sm',
  fontWeight: 'medium',
  color: 'fg.muted',
  _hover: { color: 'fg', bg: 'hover' },
  '&[aria-current=page]': { color: 'fg' },
} as const

export function TopBar() {
  const { t } = useTranslation()
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="bar"
      bg="glass"
      backdropFilter="blur(14px)"
      borderBottomWidth="1px"
      borderColor="line"
      paddingTop="env(safe-area-inset-top)"
      // A phone on its side has no height for a bar that stays.
      css={{
        [`@media ${ON_ITS_SIDE}`]: { position: 'static' },
        [LESS_TRANSPARENCY]: { bg: 'canvas', backdropFilter: 'none' },
      }}
    >
      <chakra.div
        display="flex"
        alignItems="center"
        gap={{ base: '1', md: '4' }}
        height="4rem"
        maxWidth="86rem"
        marginInline="auto"
        paddingInline={{ base: 'min(1rem, 5vw)', md: '6' }}
      >
        <PlainLink to="/" display="inline-flex" alignItems="center" minHeight="tap" borderRadius="md">
          <Logo name={t('name')} size={34} />
        </PlainLink>
        <DesktopNav />
        <chakra.span flex="1" />
        <Switches />
        <WhoIsHere />
      </chakra.div>
    </chakra.header>
  )
}

/**
 * On a phone the bell of a user, or a visitor's sign-up button, takes the space of the theme's switch; the sheet of the bottom bar has the switch,
 * too.
 */
function Switches() {
  return (
    <>
      <chakra.span display={{ base: 'none', sm: 'inline-flex' }}>
        <ThemeSwitch />
      </chakra.span>
      <LanguageSwitch />
    </>
  )
}

function DesktopNav() {
  const { t } = useTranslation()
  const trade = useTradeLink()
  const blog = useExchangeInfo()?.blog
  return (
    <chakra.nav aria-label={t('nav.main')} display={{ base: 'none', lg: 'flex' }} gap="1" marginInlineStart="4">
      <PlainLink to="/markets" {...link}>
        {t('nav.markets')}
      </PlainLink>
      <PlainLink to="/profile/otc" {...link}>
        {t('nav.otc')}
      </PlainLink>
      <PlainLink {...trade} {...link}>
        {t('nav.trade')}
      </PlainLink>
      {blog && (
        <chakra.a href={blog} target="_blank" rel="noopener noreferrer" {...link}>
          {t('nav.blog')}
        </chakra.a>
      )}
    </chakra.nav>
  )
}

function WhoIsHere() {
  const { t } = useTranslation()
  const session = useSession()
  // As wide as the bell and the menu on a phone, and about as wide with a name beside them, so that nothing moves when they are loaded.
  const room = <chakra.span width={{ base: '6.875rem', md: '12.25rem' }} />
  if (session)
    return (
      <Suspense fallback={room}>
        <UserMenu session={session} />
      </Suspense>
    )
  if (session === undefined) return room
  return (
    <>
      <ButtonLink to="/login" variant="quiet" size="sm" paddingInline={{ base: '2.5', sm: '3.5' }}>
        {t('nav.login')}
      </ButtonLink>
      <ButtonLink to="/sign-up" size="sm" paddingInline={{ base: '2.5', sm: '3.5' }}>
        {t('nav.register')}
      </ButtonLink>
    </>
  )
}
