import { chakra } from '@chakra-ui/react'
import { ArrowLeftRight, ChartCandlestick, House, Menu, Wallet } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainLink } from '#client/ui/link.tsx'
import { useTradeMarket } from './use-trade-market.ts'

/** The pages of the bottom bar, in addition to "More". */
const BOTTOM_PAGES = [
  { to: '/', word: 'nav.home', icon: House },
  { to: '/markets', word: 'nav.markets', icon: ChartCandlestick },
  { to: '/profile/trade/$tradeTo/$tradeFrom', word: 'nav.trade', icon: ArrowLeftRight },
  { to: '/profile/wallet', word: 'nav.wallet', icon: Wallet },
] as const

const MoreSheet = lazy(() => import('./more-sheet.tsx'))

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
} as const

/** The navigation of a phone. */
export function BottomBar() {
  const { t } = useTranslation()
  const market = useTradeMarket()
  const [more, setMore] = useState(false)
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
    >
      <chakra.ul display="grid" gridTemplateColumns="repeat(5, 1fr)" maxWidth="36rem" marginInline="auto">
        {BOTTOM_PAGES.map(({ to, word, icon: Icon }) => (
          <li key={to}>
            <PlainLink to={to} params={market} activeOptions={{ exact: to === '/' }} {...item}>
              <Icon size={22} aria-hidden="true" />
              {t(word)}
            </PlainLink>
          </li>
        ))}
        <li>
          <chakra.button type="button" aria-expanded={more} onClick={() => setMore(true)} {...item}>
            <Menu size={22} aria-hidden="true" />
            {t('nav.more')}
          </chakra.button>
        </li>
      </chakra.ul>
      <Suspense>{more && <MoreSheet onClose={() => setMore(false)} />}</Suspense>
    </chakra.nav>
  )
}
