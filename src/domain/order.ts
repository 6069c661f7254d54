export type Side = 'BUY' | 'SELL'

/** EXCHANGE is a quick trade against the house; the others are for the book. */
export type OrderKind = 'LIMITED' | 'MARKET' | 'EXCHANGE'

/** How an order stands. Only IS_OPEN is on the book; every other status is final. */
export const ORDER_STATUSES = [
  'IS_OPEN',
  'FINISHED_WITH_TRANSACTION',
  'FINISHED_WITHOUT_TRANSACTION',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN',
  'DONE',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')
