import * as z from 'zod/mini'
import { depositFilter } from './deposits.ts'
import { defineEndpoint } from './endpoint.ts'
import { orderFilter, tradeFilter } from './orders.ts'
import { CoinSymbol, daySpan } from './values.ts'
import { withdrawalFilter } from './withdrawals.ts'

/** A file is made while it is sent, so its size costs time and no memory. One that a spreadsheet opens slowly helps nobody. */
export const EXPORT_ROWS_MAX = 50_000

const exported = {
  method: 'GET',
  access: 'user',
  offline: 'never',
  format: 'csv',
  response: z.unknown(),
  errors: ['DAY_SPAN_INVALID', 'EXPORT_TOO_LARGE'],
} as const

const errorsOfCoins = [...exported.errors, 'COIN_NOT_FOUND'] as const
const ofCoins = { relatedCoin: z.optional(CoinSymbol), excludedRelatedCoin: z.optional(CoinSymbol) }

const FILE = `as CSV for a spreadsheet, in the language of the header, ${EXPORT_ROWS_MAX} rows at most; one such file at a time, another is refused as TOO_MANY_REQUESTS`

export const exportOrders = defineEndpoint({
  ...exported,
  keys: 'read',
  path: '/orders/export',
  summary: `The caller's own orders by the same filters, newest first, ${FILE}`,
  query: z.strictObject(orderFilter),
})

export const exportTrades = defineEndpoint({
  ...exported,
  keys: 'read',
  path: '/trades/export',
  summary: `The caller's own trades by the same filters, newest first, ${FILE}`,
  query: z.strictObject(tradeFilter),
})

export const exportDeposits = defineEndpoint({
  ...exported,
  keys: 'read',
  path: '/wallets/deposit/export',
  summary: `The caller's own deposits by the same filters, of Toman unless coins are asked for, newest first, ${FILE}`,
  query: z.strictObject({ ...ofCoins, ...depositFilter }),
  errors: errorsOfCoins,
})

export const exportWithdrawals = defineEndpoint({
  ...exported,
  keys: 'read',
  path: '/wallets/withdrawal-requests/export',
  summary: `The caller's own withdrawals by the same filters, of Toman unless coins are asked for, newest first, ${FILE}`,
  query: z.strictObject({ ...ofCoins, ...withdrawalFilter }),
  errors: errorsOfCoins,
})

/** A login shows where a user lives: no key reads it. */
export const exportLogins = defineEndpoint({
  ...exported,
  path: '/users/login-history/export',
  summary: `The caller's logins by the same days, newest first, ${FILE}`,
  query: z.strictObject(daySpan),
})
