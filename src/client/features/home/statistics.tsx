import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { statisticsQuery } from './home.queries.ts'

/** The three public figures. Where they cannot be had, the page does without them. */
export function Statistics() {
  const { t } = useTranslation('home')
  const { data, isError } = useQuery(statisticsQuery())
  if (isError && !data) return null
  const figures = data?.baseDTO
  return (
    <section aria-label={t('statistics.title')}>
      <Card as="div">
        <chakra.dl
          display="grid"
          gap={{ base: '5', md: '6' }}
          gridTemplateColumns={{ base: '1fr 1fr', md: '1fr 1.4fr 1fr' }}
          textAlign="center"
        >
          <Figure label={t('statistics.users')}>{figures && <DecimalText value={String(figures.userCount)} />}</Figure>
          <Figure label={t('statistics.value')} wide>
            {figures && <DecimalText value={figures.tradesValue} fractionMax={0} unit={t('statistics.toman')} />}
          </Figure>
          <Figure label={t('statistics.trades')}>
            {figures && <DecimalText value={String(figures.tradesAmount)} />}
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
        {children ?? <Skeleton height="1.4em" width="8rem" marginInline="auto" />}
      </chakra.dd>
    </chakra.div>
  )
}
