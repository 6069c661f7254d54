import { words as shared } from '#contract/words/en/orders.ts'
import type { words as fa } from '../fa/orders.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  limit: 'Limit {{price}}',
  stop: 'Stop {{price}}',
  stopNow: 'Stop right now {{price}}',
  distance: 'Distance {{price}}',
  marketPrice: 'Market price',
  named: '{{type}} {{amount}} at {{price}}',
  column: {
    type: 'Type',
    number: 'Order number',
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
  ...shared,
}
