import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { RowLines } from '#client/ui/row-list.tsx'
import type { Order } from './orders.queries.ts'
import { useOrderColumns } from './use-order-columns.tsx'

/** A closed order in two lines, with its units: there are no column heads to name them. */
export function useOrderLines(): RowLines<Order> {
  const { nameOf } = useCoins()
  const { type, amount, status, at } = useOrderColumns(undefined)
  return {
    what: (order) => (
      <>
        {type.cell(order)} {nameOf(order.destinationCoin)}
      </>
    ),
    amount: amount.cell,
    when: at.cell,
    result: status.cell,
  }
}

/**
 * An open order in two lines: what it trades and how much, then its price and the filled part, or that it waits for its trigger. A list of one market
 * does not name its coin.
 */
export function useOpenOrderLines(market: string | undefined): RowLines<Order> {
  const { t } = useTranslation('orders')
  const { nameOf, unitOf } = useCoins()
  const { type, amount, executed, status } = useOrderColumns(undefined)
  return {
    what: (order) => (
      <>
        {type.cell(order)} {market === undefined && nameOf(order.destinationCoin)}
      </>
    ),
    amount: amount.cell,
    when: ({ unitPrice, sourceCoin }) =>
      unitPrice === null ? t('marketPrice') : <DecimalText value={unitPrice} unit={unitOf(sourceCoin)} />,
    result: (order) =>
      order.orderStatus === 'PENDING' ? (
        status.cell(order)
      ) : (
        <>
          {executed.label} {executed.cell(order)}
        </>
      ),
  }
}
