import * as z from 'zod/mini'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Trade } from './orders.ts'
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
