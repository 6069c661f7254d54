import { chakra } from '@chakra-ui/react'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainLink } from '#client/ui/link.tsx'
import { PROFILE_PAGES } from './profile-pages.ts'
import { useTradeMarket } from './use-trade-market.ts'

const ExitSheet = lazy(() => import('./exit-sheet.tsx'))

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: 'tap',
  paddingInline: '3.5',
  borderRadius: 'md',
  fontSize: 'sm',
  fontWeight: 'medium',
  color: 'fg.muted',
  textAlign: 'start',
  transition: 'background-color 140ms, color 140ms',
  _hover: { bg: 'hover', color: 'fg' },
  '&[aria-current=page]': { bg: 'gold.subtle', color: 'gold' },
} as const

/** The desktop's navigation of the profile area. */
export function SideBar() {
  const { t } = useTranslation()
  const market = useTradeMarket()
  const [leaving, setLeaving] = useState(false)
  return (
    <chakra.nav
      data-side-bar
      aria-label={t('nav.profile')}
      display={{ base: 'none', lg: 'block' }}
      position="sticky"
      top="5.5rem"
      alignSelf="start"
      width="13.5rem"
      flexShrink="0"
    >
      <chakra.ul display="grid" gap="1">
        {PROFILE_PAGES.map(({ to, word, icon: Icon }) => (
          <li key={to}>
            <PlainLink to={to} params={market} activeOptions={{ exact: to === '/profile' }} {...row}>
              <Icon size={19} aria-hidden="true" />
              {t(word)}
            </PlainLink>
          </li>
        ))}
        <chakra.li borderTopWidth="1px" borderColor="line" marginTop="3" paddingTop="3">
          <chakra.button type="button" {...row} onClick={() => setLeaving(true)}>
            <LogOut size={19} aria-hidden="true" />
            {t('nav.exit')}
          </chakra.button>
        </chakra.li>
      </chakra.ul>
      <Suspense>{leaving && <ExitSheet onClose={() => setLeaving(false)} />}</Suspense>
    </chakra.nav>
  )
}
