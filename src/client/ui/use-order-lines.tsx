import type { Order } from '#client/lib/orders.queries.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import type { RowLines } from './row-list.tsx'
import { useOrderColumns } from './use-order-columns.tsx'

/** An order that is open no more in two lines, with its units: the heads of the columns, which name them, are not beside it. */
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
