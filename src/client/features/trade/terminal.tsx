import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { Section } from '#client/ui/section.tsx'
import { BookGrouping } from './book-grouping.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { Depth } from './depth.tsx'
import { LastTrades } from './last-trades.tsx'
import type { MarketPath } from './market-path.ts'
import { MyOrders } from './my-orders.tsx'
import { useTakeLevel } from './order-desk.tsx'
import { OrderForm } from './order-form.tsx'

/** The desktop layout: chart, orders, book, trades and form side by side. */
export function Terminal({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const take = useTakeLevel()
  return (
    <chakra.div
      display="grid"
      gap="1.5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) 19rem', xl: 'minmax(0, 1fr) 18rem 19rem' }}
      gridTemplateAreas={{
        base: '"chart form" "book trades" "orders orders"',
        xl: '"chart book form" "orders orders trades"',
      }}
    >
      <Card padded={false} padding="3" gridArea="chart">
        <ChartPanel path={path} height="31rem" />
      </Card>
      <Card padded={false} padding="3" gridArea="book" aria-label={t('book.title')}>
        <Depth path={path} onTake={take} />
        <BookGrouping path={path} />
      </Card>
      <chakra.div gridArea="trades">
        <Section title={t('trades.title')}>
          <LastTrades path={path} />
        </Section>
      </chakra.div>
      <Card padded={false} padding="3" gridArea="form">
        <OrderForm path={path} />
      </Card>
      <Card padded={false} padding="3" gridArea="orders">
        <MyOrders path={path} />
      </Card>
    </chakra.div>
  )
}
