import type { Order } from '#client/entities/order/orders.queries.ts'

/** An open limit order for a gram of gold, unless a test sets it otherwise. */
export const wireOrder = (differences: Partial<Order> = {}): Order => ({
  id: '41',
  orderType: 'LIMITED_BUY',
  orderStatus: 'IS_OPEN',
  marketType: 'GOLD_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'GOLD',
  amount: '1',
  unitPrice: '8000000',
  overallValue: '8000000',
  wholePrice: '8000000',
  totalPrice: '8000000',
  executedAmount: '0',
  executedValue: '0',
  executedPercent: 0,
  wage: '0',
  received: '0',
  clientOrderId: null,
  createdAtDateTime: '2026-11-20T08:00:00Z',
  ...differences,
})
