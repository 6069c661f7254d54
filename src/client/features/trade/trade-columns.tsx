import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { Section } from '#client/ui/section.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { ConfirmOrder } from './confirm-order.tsx'
import { Depth } from './depth.tsx'
import { LastTrades } from './last-trades.tsx'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { MyOrders } from './my-orders.tsx'
import type { MarketRules } from './order-form.logic.ts'
import { OrderForm } from './order-form.tsx'
import { useOrderForm } from './use-order-form.ts'
import { useOrderIntention } from './use-order-intention.ts'

/** The terminal: chart and orders, book and trades, and the form, side by side. */
export function TradeColumns({ path, rules }: { path: MarketPath; rules: MarketRules }) {
  const { t } = useTranslation('trade')
  const state = useOrderForm(path, rules)
  const intention = useOrderIntention(marketSymbol(path), () => state.dispatch({ type: 'placed' }))
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
        <Depth path={path} onTake={(level) => state.dispatch({ type: 'level', ...level })} />
      </Card>
      <chakra.div gridArea="trades">
        <Section title={t('trades.title')}>
          <LastTrades path={path} />
        </Section>
      </chakra.div>
      <Card padded={false} padding="4" gridArea="form">
        <OrderForm path={path} state={state} onPropose={intention.propose} />
      </Card>
      <Card padded={false} padding="4" gridArea="orders">
        <MyOrders market={marketSymbol(path)} />
      </Card>
      <ConfirmOrder path={path} intention={intention} />
    </chakra.div>
  )
}
