import type { words as fa } from '../fa/orders.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  limit: 'Limit {{price}}',
  stop: 'Stop {{price}}',
  marketPrice: 'Market price',
  named: '{{type}} {{amount}} at {{price}}',
  column: {
    type: 'Type',
    market: 'Market',
    price: 'Price',
    amount: 'Amount',
    priceIn: 'Price ({{unit}})',
    amountIn: 'Amount ({{unit}})',
    value: 'Value',
    executed: 'Filled',
    status: 'Status',
    at: 'Time',
  },
  type: {
    LIMITED_BUY: 'Limit buy',
    LIMITED_SELL: 'Limit sell',
    STOP_LIMIT_BUY: 'Stop-limit buy',
    STOP_LIMIT_SELL: 'Stop-limit sell',
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
    DONE: 'Completed',
    FAILED: 'Failed',
  },
}
