import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useWorth } from '#client/lib/use-worth.ts'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { getStatistics } from '#contract/content.ts'
import { TextPage } from './text-page.tsx'

const MINUTE_MS = 60_000

/** What the exchange is, and its three public figures. */
export function AboutPage() {
  return <TextPage slug="about" before={<Figures />} />
}

function Figures() {
  const { t } = useTranslation('public')
  const { worthOf, look } = useWorth()
  const figures = useQuery({ ...endpointQuery(getStatistics, {}), staleTime: MINUTE_MS }).data?.baseDTO
  return (
    <Card as="div">
      <chakra.dl
        display="grid"
        gap={{ base: '5', md: '6' }}
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1.4fr 1fr' }}
        textAlign="center"
      >
        <Figure label={t('about.users')}>
          <DecimalText value={figures && String(figures.userCount)} />
        </Figure>
        <Figure label={t('about.value')}>
          <DecimalText value={figures && worthOf(figures.tradesValue)} {...look} fractionMin={0} fractionMax={0} />
        </Figure>
        <Figure label={t('about.trades')}>
          <DecimalText value={figures && String(figures.tradesAmount)} />
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
