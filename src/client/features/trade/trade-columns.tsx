import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { Section } from '#client/ui/section.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { Depth } from './depth.tsx'
import { LastTrades } from './last-trades.tsx'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { MyOrders } from './my-orders.tsx'
import { useTakeLevel } from './order-desk.tsx'
import { OrderForm } from './order-form.tsx'

/** The desktop layout: chart, orders, book, trades and form side by side. */
export function TradeColumns({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const take = useTakeLevel({ opensSheet: false })
  return (
    <chakra.div
      display="grid"
      gap="3"
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
      </Card>
      <chakra.div gridArea="trades">
        <Section title={t('trades.title')}>
          <LastTrades path={path} />
        </Section>
      </chakra.div>
      <Card padded={false} padding="4" gridArea="form">
        <OrderForm path={path} />
      </Card>
      <Card padded={false} padding="4" gridArea="orders">
        <MyOrders market={marketSymbol(path)} />
      </Card>
    </chakra.div>
  )
}
