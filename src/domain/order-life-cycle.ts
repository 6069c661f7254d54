import { ORDER_STATUSES, type OrderStatus } from './order.ts'

/**
 * The statuses that may follow each status. An order on the book begins as IS_OPEN, a stop as PENDING. A quick trade is one step of our
 * engine, so its first status is DONE; the statuses before it belong to trades that an operator reviews.
 */
export const TRANSITIONS = {
  PENDING: ['IS_OPEN', 'CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN', 'EXPIRED'],
  IS_OPEN: [
    'FINISHED_WITH_TRANSACTION',
    'FINISHED_WITHOUT_TRANSACTION',
    'CANCELLED_BY_USER',
    'CANCELLED_BY_ADMIN',
    'EXPIRED',
  ],
  FINISHED_WITH_TRANSACTION: [],
  FINISHED_WITHOUT_TRANSACTION: [],
  CANCELLED_BY_USER: [],
  CANCELLED_BY_ADMIN: [],
  EXPIRED: [],
  RAISED_BY_USER: ['ACCEPTED', 'FAILED'],
  ACCEPTED: ['DONE', 'FAILED'],
  DONE: [],
  FAILED: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** The meaning of each status, for readers of the documentation. */
const MEANINGS = {
  PENDING: 'a stop that waits for its trigger; its funds are held',
  IS_OPEN: 'on the book, or on its way through it',
  FINISHED_WITH_TRANSACTION: 'traded, and has nothing on the book any more',
  FINISHED_WITHOUT_TRANSACTION: 'ended without a trade, by its own terms',
  CANCELLED_BY_USER: 'cancelled by its user',
  CANCELLED_BY_ADMIN: 'cancelled by an operator',
  EXPIRED: 'its time ran out',
  RAISED_BY_USER: 'a quick trade that is under review',
  ACCEPTED: 'a quick trade that was accepted and is not executed yet',
  DONE: 'a quick trade that was executed; quick trades begin and end here',
  FAILED: 'a quick trade that was not executed',
} as const satisfies Record<OrderStatus, string>

export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  TRANSITIONS[from].some((status) => status === to)

/** Whether no status can follow. */
export const isFinal = (status: OrderStatus): boolean => TRANSITIONS[status].length === 0

/** On the book or waiting for its price: it holds funds and can be cancelled. */
export const OPEN_STATUSES = ['PENDING', 'IS_OPEN'] as const satisfies readonly OrderStatus[]

export const isStanding = (status: OrderStatus): boolean => OPEN_STATUSES.some((open) => open === status)

/** The statuses of a quick trade, which an order on the book never has. */
const QUICK_TRADE_STATUSES: readonly OrderStatus[] = ['RAISED_BY_USER', 'ACCEPTED', 'DONE', 'FAILED']

export const isQuickTradeStatus = (status: OrderStatus): boolean => QUICK_TRADE_STATUSES.includes(status)

/**
 * Changes the status of an order. Nothing else can, since the type is read-only everywhere else. @throws Error for a change that is not in
 * the table
 */
export function setStatus(order: { readonly id: number; status: OrderStatus }, status: OrderStatus): void {
  if (!mayBecome(order.status, status)) throw new Error(`order ${order.id} cannot go from ${order.status} to ${status}`)
  order.status = status
}

/** The table as Markdown for the API's documentation. */
export function describeLifeCycle(): string {
  const rows = ORDER_STATUSES.map((status) => {
    const next = TRANSITIONS[status].map((name) => `\`${name}\``).join(', ')
    return `| \`${status}\` | ${MEANINGS[status]} | ${next || '–'} |`
  })
  return ['| status | meaning | may become |', '|---|---|---|', ...rows].join('\n')
}
