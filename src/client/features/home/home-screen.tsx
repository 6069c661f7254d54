import { chakra } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/entities/session/session.ts'
import { Card } from '#client/ui/card.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { WhenNear } from '#client/ui/when-near.tsx'

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

const PROMISES = ['price', 'book', 'offline'] as const

/** A short introduction to Kimia, with quick trade next to it. */
function Hero({ quickTrade }: { quickTrade: ReactNode }) {
  return (
    <chakra.section
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 27rem' }}
      alignItems="center"
      gap={{ base: '6', lg: '14' }}
      paddingTop={{ base: '6', lg: '14' }}
    >
      <Words />
      <Card boxShadow="lifted">{quickTrade}</Card>
    </chakra.section>
  )
}

function Words() {
  const { t } = useTranslation('home')
  const session = useSession()
  return (
    <div>
      <chakra.h1 fontSize="clamp(1.75rem, 7vw, 2.75rem)" fontWeight="black" lineHeight="1.35">
        {t('hero.title')}
      </chakra.h1>
      <chakra.p color="fg.muted" fontSize={{ base: 'md', md: 'lg' }} marginTop="3" maxWidth="34rem">
        {t('hero.text')}
      </chakra.p>
      <chakra.div display={{ base: 'none', lg: 'flex' }} gap="3" marginTop="7">
        {session ? (
          <ButtonLink to="/profile" size="lg">
            {t('hero.dashboard')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/sign-up" size="lg">
            {t('hero.start')}
          </ButtonLink>
        )}
        <ButtonLink to="/markets" size="lg" variant="quiet">
          {t('hero.markets')}
        </ButtonLink>
      </chakra.div>
      <chakra.ul
        display={{ base: 'none', lg: 'flex' }}
        flexDirection="column"
        gap="2.5"
        marginTop="8"
        fontSize="sm"
        color="fg.muted"
      >
        {PROMISES.map((promise) => (
          <chakra.li key={promise} display="flex" alignItems="center" gap="2.5">
            <chakra.span color="gold">
              <Check size={18} aria-hidden="true" />
            </chakra.span>
            {t(`hero.${promise}`)}
          </chakra.li>
        ))}
      </chakra.ul>
    </div>
  )
}
