import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMeaningfulStatistics } from '#client/entities/market/statistics.queries.ts'
import { useWorth } from '#client/entities/wallet/use-worth.ts'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'

/** The public statistics, once the numbers are large enough to mean something. If they cannot be loaded, the page omits them. */
export function Statistics() {
  const { t } = useTranslation('home')
  const { worthOf, look } = useWorth()
  const figures = useMeaningfulStatistics()
  if (!figures) return null
  return (
    <section aria-label={t('statistics.title')}>
      <Card as="div">
        <chakra.dl
          display="grid"
          gap={{ base: '5', md: '6' }}
          gridTemplateColumns={{ base: '1fr 1fr', md: '1fr 1.4fr 1fr' }}
          textAlign="center"
        >
          <Figure label={t('statistics.users')}>
            <DecimalText value={String(figures.userCount)} />
          </Figure>
          <Figure label={t('statistics.value')} wide>
            <DecimalText value={worthOf(figures.tradesValue)} {...look} fractionMin={0} fractionMax={0} />
          </Figure>
          <Figure label={t('statistics.trades')}>
            <DecimalText value={String(figures.tradesAmount)} />
          </Figure>
        </chakra.dl>
      </Card>
    </section>
  )
}

function Figure({ label, children, wide = false }: { label: string; children: ReactNode; wide?: boolean }) {
  return (
    <chakra.div
      display="flex"
      flexDirection="column-reverse"
      gap="1"
      gridColumn={{ base: wide ? '1 / -1' : 'auto', md: 'auto' }}
      order={{ base: wide ? -1 : 0, md: 0 }}
    >
      <chakra.dt color="fg.muted" fontSize="sm">
        {label}
      </chakra.dt>
      <chakra.dd fontSize={{ base: 'xl', md: '2xl' }} fontWeight="black" color="gold">
        {children}
      </chakra.dd>
    </chakra.div>
  )
}
