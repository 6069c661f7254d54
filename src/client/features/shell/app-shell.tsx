import { chakra } from '@chakra-ui/react'
import { useMatches, useRouterState } from '@tanstack/react-router'
import { ChartCandlestick, FlaskConical, House, Menu, TrendingUp, Wallet } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nothing } from '#client/lib/without-code.ts'
import { PlainLink, SkipLink } from '#client/ui/link.tsx'
import { besideKeyboard, ON_ITS_SIDE } from '#client/ui/media.ts'
import { Toaster } from '#client/ui/toaster.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { WhenNear } from '#client/ui/when-near.tsx'
import { useSandboxes } from './shell-data.ts'
import { TopBar } from './top-bar.tsx'
import { useTradeLink } from './use-trade-market.ts'

const Footer = lazy(() => import('./footer.tsx').catch(nothing))
/** The overlays are not urgent, so the page's own files are loaded before them. */
const LATER_MS = 3_000
const DeferredOverlays = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, LATER_MS))
  return import('./deferred-overlays.tsx').catch(nothing)
})
const MAIN_ID = 'main'

/** The frame of every page: bars, sandbox line and toasts. It also moves the focus when the page changes. */
export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const main = useFocusOnNavigation()
  const sandboxes = useSandboxes()
  const footer = useMatches({ select: (matches) => matches.some((match) => match.staticData.footer) })
  const isForm = useMatches({ select: (matches) => matches.some((match) => match.staticData.form) })
  const bare = useMatches({ select: (matches) => matches.some((match) => match.staticData.bare) })
  const whole = useMatches({ select: (matches) => matches.some((match) => match.staticData.whole) })
  return (
    <>
      <SkipLink href={`#${MAIN_ID}`}>{t('skip')}</SkipLink>
      {sandboxes && (
        <SandboxBanner label={t('sandboxLabel')}>
          <chakra.span hideBelow="md">{t('sandbox')}</chakra.span>
          <chakra.span hideFrom="md">{t('sandboxBrief')}</chakra.span>{' '}
          <chakra.a href="/sandbox/inbox" target="_blank" rel="noopener" textDecoration="underline" whiteSpace="nowrap">
            {t('sandboxInbox')}
          </chakra.a>
        </SandboxBanner>
      )}
      {!bare && <TopBar />}
      <Toaster />
      <chakra.main
        id={MAIN_ID}
        ref={main}
        tabIndex={-1}
        outline="none"
        minHeight={whole ? { base: '100dvh', lg: '0' } : '100dvh'}
      >
        {children}
      </chakra.main>
      {footer && (
        <WhenNear height="16rem" plain>
          <Footer />
        </WhenNear>
      )}
      <chakra.div height={{ base: 'calc(5.5rem + env(safe-area-inset-bottom))', lg: whole ? '0' : '12' }} />
      {!bare && !isForm && <BottomBar />}
      <Suspense>
        <DeferredOverlays bare={bare} />
      </Suspense>
    </>
  )
}

/** Moves the focus to a new page, except on the first load, so that screen readers read it from its start. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const seen = useRef(path)
  useEffect(() => {
    const moved = seen.current !== undefined && seen.current !== path
    // A page that has focused a field of its own keeps that focus.
    if (moved && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    seen.current = path
  }, [path])
  return main
}

/** A thin line above every screen while outside services are sandboxes, since no real money moves then. */
function SandboxBanner({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.aside
      aria-label={label}
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap="2"
      paddingInline="4"
      paddingTop="1.5"
      paddingBottom="1"
      bg="gold.subtle"
      color="gold"
      fontSize="xs"
      fontWeight="medium"
      textAlign="center"
      // A height of whole pixels leaves the content below at the size that it has without the line.
      lineHeight="1.5"
    >
      <FlaskConical size={14} aria-hidden="true" />
      <span>{children}</span>
    </chakra.aside>
  )
}

/** The pages of the bottom bar, in addition to "More". The trade page is the one without an address of its own. */
export const BOTTOM_PAGES = [
  { to: '/', word: 'nav.home', icon: House },
  { to: '/markets', word: 'nav.markets', icon: TrendingUp },
  { to: undefined, word: 'nav.trade', icon: ChartCandlestick },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
] as const

/** A new part for each press, so that a press after a lost network asks for the code again. */
const loadMoreSheet = () => lazy(() => import('./more-sheet.tsx').catch(() => ({ default: NotLoaded })))

/** Says that a sheet could not be loaded, and closes it. */
function NotLoaded({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('ui')
  const close = useEffectEvent(() => {
    showToast({ tone: 'error', title: t('refusal.unreachable') })
    onClose()
  })
  useEffect(() => close(), [])
  return null
}

const item = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1',
  width: 'full',
  height: '4rem',
  fontSize: '2xs',
  fontWeight: 'medium',
  lineHeight: 'tight',
  color: 'fg.muted',
  transition: 'color 140ms',
  '&[aria-current=page]': { color: 'gold' },
  [`@media ${ON_ITS_SIDE}`]: { flexDirection: 'row', gap: '2', height: 'tap' },
} as const

/** The navigation of a phone. */
function BottomBar() {
  const { t } = useTranslation()
  const trade = useTradeLink()
  const [MoreSheet, setMoreSheet] = useState<ReturnType<typeof loadMoreSheet>>()
  return (
    <chakra.nav
      aria-label={t('nav.main')}
      display={{ base: 'block', lg: 'none' }}
      position="fixed"
      insetInline="0"
      bottom="0"
      zIndex="bar"
      bg="surface"
      borderTopWidth="1px"
      borderColor="line"
      paddingBottom="env(safe-area-inset-bottom)"
      css={besideKeyboard({ display: 'none' })}
    >
      <chakra.ul display="grid" gridTemplateColumns="repeat(5, 1fr)" maxWidth="36rem" marginInline="auto">
        {BOTTOM_PAGES.map(({ to, word, icon: Icon }) => (
          <li key={word}>
            <PlainLink {...(to ? { to } : trade)} activeOptions={{ exact: to === '/' }} {...item}>
              <Icon size={22} aria-hidden="true" />
              {t(word)}
            </PlainLink>
          </li>
        ))}
        <li>
          <chakra.button
            type="button"
            aria-expanded={MoreSheet !== undefined}
            onClick={() => setMoreSheet(loadMoreSheet)}
            {...item}
          >
            <Menu size={22} aria-hidden="true" />
            {t('nav.more')}
          </chakra.button>
        </li>
      </chakra.ul>
      <Suspense>{MoreSheet && <MoreSheet onClose={() => setMoreSheet(undefined)} />}</Suspense>
    </chakra.nav>
  )
}
