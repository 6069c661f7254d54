import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMeaningfulStatistics } from '#client/entities/market/statistics.queries.ts'
import { useWorth } from '#client/entities/wallet/wallet-worth.ts'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { TextPage } from './text-page.tsx'

/** A description of the exchange, and its public statistics once they mean something. */
export function AboutPage() {
  return <TextPage slug="about" before={<Figures />} />
}

function Figures() {
  const { t } = useTranslation('public')
  const { worthOf, look } = useWorth()
  const figures = useMeaningfulStatistics()
  if (!figures) return null
  return (
    <Card as="div">
      <chakra.dl
        display="grid"
        gap={{ base: '5', md: '6' }}
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1.4fr 1fr' }}
        textAlign="center"
      >
        <Figure label={t('about.users')}>
          <DecimalText value={String(figures.userCount)} />
        </Figure>
        <Figure label={t('about.value')}>
          <DecimalText value={worthOf(figures.tradesValue)} {...look} fractionMin={0} fractionMax={0} />
        </Figure>
        <Figure label={t('about.trades')}>
          <DecimalText value={String(figures.tradesAmount)} />
        </Figure>
      </chakra.dl>
    </Card>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.div display="flex" flexDirection="column-reverse" gap="1">
      <chakra.dt color="fg.muted" fontSize="sm">
        {label}
      </chakra.dt>
      <chakra.dd fontSize={{ base: 'xl', md: '2xl' }} fontWeight="black" color="gold">
        {children}
      </chakra.dd>
    </chakra.div>
  )
}
