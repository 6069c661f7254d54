import * as z from 'zod/mini'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { orderFilter, Trade, tradeFilter } from './orders.ts'
import { Id, paging, replyWithRows } from './values.ts'

export const getOrderTrades = defineEndpoint({
  ...ownRead,
  polled: true,
  keys: 'read',
  path: '/orders/details/:id/trades',
  summary:
    "The trades of one of the caller's own orders, newest first. Their amounts, values and fees add up exactly to the order's executedAmount, executedValue and wage",
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ ...paging }),
  response: replyWithRows(Trade),
  errors: ['PAGE_TOO_FAR', 'ORDER_NOT_FOUND'],
})

/** A file is made while it is sent, so its size costs time and no memory. One that a spreadsheet opens slowly helps nobody. */
export const EXPORT_ROWS_MAX = 50_000

const exported = {
  method: 'GET',
  access: 'user',
  offline: 'never',
  keys: 'read',
  format: 'csv',
  response: z.unknown(),
  errors: ['DAY_SPAN_INVALID', 'EXPORT_TOO_LARGE'],
} as const

const FILE = `as CSV for a spreadsheet, in the language of the header, ${EXPORT_ROWS_MAX} rows at most; one file at a time, another is refused as TOO_MANY_REQUESTS`

export const exportOrders = defineEndpoint({
  ...exported,
  path: '/orders/export',
  summary: `The caller's own orders by the same filters, newest first, ${FILE}`,
  query: z.strictObject(orderFilter),
})

export const exportTrades = defineEndpoint({
  ...exported,
  path: '/trades/export',
  summary: `The caller's own trades by the same filters, newest first, ${FILE}`,
  query: z.strictObject(tradeFilter),
})
