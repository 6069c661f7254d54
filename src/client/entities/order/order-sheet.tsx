import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { isQuoteUnit } from '#client/entities/market/quote-unit.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { isStanding } from '#domain/order.ts'
import { endingReason } from './ending.ts'
import { type Order, orderQuery, orderTradePagesQuery, type Trade } from './orders.queries.ts'
import { sideOf } from './traded-price.ts'
import { useOrderColumns } from './use-order-columns.tsx'

// Without a network it is missing, and the rest is shown without it.
const OrderProfit = lazy(() => import('../wallet/order-profit.tsx').catch(() => ({ default: () => null })))

type OrderSheetProps = {
  id: string
  /** As the list shows it, until the answer of the server is there. */
  listed?: Order
  /** The page's URL opens the sheet. */
  inAddress?: boolean
  onClose: () => void
}

/** The present state of an order with its trades. Its rows and the notifications about it open it. */
export default function OrderSheet({ id, listed, inAddress = false, onClose }: OrderSheetProps) {
  const { t } = useTranslation('orders')
  const query = useQuery(orderQuery(id))
  const order = query.data?.baseDTO ?? listed
  const market = order && isStanding(order.orderStatus) ? order : undefined
  return (
    <Sheet
      open
      title={t('details.title')}
      onClose={onClose}
      inAddress={inAddress}
      footer={
        <>
          <ButtonLink to="/profile/support" search={{ open: `ORDER-${id}` }} variant="quiet" flex="1">
            {t('details.help')}
          </ButtonLink>
          {market && isQuoteUnit(market.sourceCoin) && (
            <ButtonLink
              to="/profile/trade/$tradeTo/$tradeFrom"
              params={{ tradeTo: market.sourceCoin, tradeFrom: market.destinationCoin }}
              variant="quiet"
              flex="1"
            >
              {t('details.market')}
            </ButtonLink>
          )}
        </>
      }
    >
      {isRefusal(query.error, 'ORDER_NOT_FOUND') ? (
        // A retry would be useless.
        <RefusalNotice error={query.error} />
      ) : order ? (
        <Details order={order} />
      ) : (
        <chakra.div minHeight="12rem">
          <QueryPlaceholder query={query} rows={5} />
        </chakra.div>
      )}
    </Sheet>
  )
}

function Details({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const reason = endingReason(order)
  const { type, number, pair, price, tradedPrice, amount, value, executed, status, at } = useOrderColumns(undefined, [
    order.marketType,
  ])
  const isOpen = isStanding(order.orderStatus)
  const columns = [number, type, pair, status, isOpen ? price : tradedPrice, amount]
  const shown = [...columns, ...(isOpen ? [value, executed] : []), at]
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      {reason && (
        <chakra.p fontSize="sm" color="fg.muted">
          {t(`reason.${reason}`)}
        </chakra.p>
      )}
      <FactList facts={[...shown.map(({ label, cell }) => ({ label, value: cell(order) })), ...useSums(order)]} />
      {sideOf(order.orderType) === 'SELL' && isQuoteUnit(order.sourceCoin) && /[1-9]/.test(order.executedAmount) && (
        <Suspense fallback={null}>
          <OrderProfit
            key={order.executedAmount}
            orderId={order.id}
            coin={order.destinationCoin}
            unit={order.sourceCoin}
            sold={order.executedAmount}
          />
        </Suspense>
      )}
      <Fills order={order} />
    </chakra.div>
  )
}

/** The sums of the trades of an order. Nothing is rounded, so that the trades below can be added up. */
function useSums(order: Order): Fact[] {
  const { t } = useTranslation('orders')
  const { unitOf } = useCoins()
  const { executedAmount, executedValue, wage, received, sourceCoin, destinationCoin, orderType } = order
  if (!/[1-9]/.test(executedAmount)) return []
  const unit = unitOf(sideOf(orderType) === 'BUY' ? destinationCoin : sourceCoin)
  return [
    { label: t('details.filled'), value: <DecimalText value={executedAmount} unit={unitOf(destinationCoin)} /> },
    { label: t('details.value'), value: <DecimalText value={executedValue} unit={unitOf(sourceCoin)} /> },
    { label: t('details.fee'), value: <DecimalText value={wage} unit={unit} /> },
    { label: t('details.received'), value: <DecimalText value={received} unit={unit} />, strong: true },
  ]
}

/** The trades of an order, the newest first. */
function Fills({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const pages = useInfiniteQuery(orderTradePagesQuery(order.id))
  return (
    <chakra.section aria-label={t('details.trades')}>
      <chakra.h3 fontSize="sm" fontWeight="bold" paddingBottom="1">
        {t('details.trades')}
      </chakra.h3>
      <PageList
        pages={pages}
        rows={2}
        empty={
          <chakra.p fontSize="sm" color="fg.muted" paddingBlock="2">
            {t('details.noTrades')}
          </chakra.p>
        }
      >
        {(trades) => (
          <chakra.ul listStyleType="none">
            {trades.map((trade) => (
              <Fill key={trade.id} trade={trade} />
            ))}
          </chakra.ul>
        )}
      </PageList>
    </chakra.section>
  )
}

const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '3', minWidth: '0' },
})

function Fill({ trade }: { trade: Trade }) {
  const { t } = useTranslation('orders')
  const { unitOf } = useCoins()
  const { amount, unitPrice, wholePrice, wage, role, orderType, sourceCoin, destinationCoin, createdAtDateTime } = trade
  const received = sideOf(orderType) === 'BUY' ? destinationCoin : sourceCoin
  return (
    <chakra.li display="grid" gap="0.5" paddingBlock="2.5" borderTopWidth="1px" borderColor="line" fontSize="sm">
      <Line>
        <span>
          <DecimalText value={amount} unit={unitOf(destinationCoin)} /> × <DecimalText value={unitPrice} />
        </span>
        <DecimalText value={wholePrice} unit={unitOf(sourceCoin)} />
      </Line>
      <Line fontSize="xs" color="fg.muted">
        <span>
          <DateText at={createdAtDateTime} />
          {role && ` · ${t(`role.${role}`)}`}
        </span>
        <span>
          {t('details.fee')} <DecimalText value={wage} unit={unitOf(received)} />
        </span>
      </Line>
    </chakra.li>
  )
}
