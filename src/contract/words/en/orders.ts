import type { words as fa } from '../fa/orders.ts'

type Words = { readonly [Part in keyof typeof fa]: Readonly<Record<keyof (typeof fa)[Part], string>> }

export const words: Words = {
  type: {
    LIMITED_BUY: 'Limit buy',
    LIMITED_SELL: 'Limit sell',
    STOP_LIMIT_BUY: 'Stop-limit buy',
    STOP_LIMIT_SELL: 'Stop-limit sell',
    TRAILING_BUY: 'Trailing stop buy',
    TRAILING_SELL: 'Trailing stop sell',
    MARKET_BUY: 'Market buy',
    MARKET_SELL: 'Market sell',
    EXCHANGE_BUY: 'Quick buy',
    EXCHANGE_SELL: 'Quick sell',
  },
  status: {
    PENDING: 'Waiting for trigger',
    IS_OPEN: 'Open',
    FINISHED_WITH_TRANSACTION: 'Filled',
    FINISHED_WITHOUT_TRANSACTION: 'Closed unfilled',
    CANCELLED_BY_USER: 'Cancelled by you',
    CANCELLED_BY_ADMIN: 'Cancelled by Kimia',
    EXPIRED: 'Expired',
    RAISED_BY_USER: 'Under review',
    ACCEPTED: 'Accepted',
    DONE: 'Filled',
    FAILED: 'Failed',
  },
  role: { MAKER: 'Maker', TAKER: 'Taker' },
}
