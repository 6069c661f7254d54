import type { Side } from '#domain/order.ts'

/** The caller's side in an order's type: MARKET_SELL sells. */
export const sideOf = (orderType: string): Side => (orderType.endsWith('_SELL') ? 'SELL' : 'BUY')
