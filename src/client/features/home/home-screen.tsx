import { chakra } from '@chakra-ui/react'
import { lazy, type ReactNode } from 'react'
import { WhenNear } from '#client/ui/when-near.tsx'
import { Hero } from './hero.tsx'

const Below = lazy(() => import('./below.tsx'))

/** The home page. The route passes in quick trade and the markets, since a feature cannot import another. */
export function HomeScreen({ quickTrade, markets }: { quickTrade: ReactNode; markets: ReactNode }) {
  return (
    <chakra.div
      backgroundImage="radial-gradient(60rem 30rem at 85% -10rem, var(--k-colors-gold-subtle), transparent)"
      backgroundRepeat="no-repeat"
    >
      <chakra.div
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap={{ base: '8', lg: '14' }}
        maxWidth="page"
        marginInline="auto"
        paddingInline={{ base: '4', md: '6' }}
      >
        <Hero quickTrade={quickTrade} />
        <WhenNear height="32rem">{markets}</WhenNear>
        <WhenNear height="48rem">
          <Below />
        </WhenNear>
      </chakra.div>
    </chakra.div>
  )
}
