import * as z from 'zod/mini'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { MarketState } from './markets.ts'
import { Reason } from './operations.ts'
import { Order } from './orders.ts'
import { DecimalText, Id, Instant, MarketType, replyWith } from './values.ts'

export const MarketRow = z.object({
  marketType: MarketType,
  state: MarketState,
  /** True if an operator's halt is in force, whatever the hours say. */
  halted: z.boolean(),
  /** The start of that halt and the operator who ordered it: `null` if no single operator did, as with a new market. */
  halt: z.nullable(z.object({ since: Instant, by: z.nullable(z.string()) })),
  /** `null` if the market maker has no strategy for this market. */
  makerEnabled: z.nullable(z.boolean()),
  /** When the market maker was switched off, and by whom: `null` for the automatic stop after a day's losses. */
  makerOff: z.nullable(z.object({ since: Instant, by: z.nullable(z.string()) })),
  /** The middle between buying and selling in the feed; `null` before the first. */
  price: z.nullable(z.object({ value: DecimalText, at: Instant, stale: z.boolean() })),
})

export const getOperatedMarkets = defineEndpoint({
  ...operatorRead,
  path: '/operations/markets',
  right: 'MARKETS_READ',
  summary: 'How every market stands, and whether the market maker quotes it',
  response: replyWith({ content: z.array(MarketRow) }),
})

const ofMarket = {
  method: 'POST',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ market: MarketType }),
} as const

export const haltMarket = defineEndpoint({
  ...ofMarket,
  path: '/operations/markets/:market/halt',
  right: 'MARKETS_HALT',
  summary: 'Halts a market, or lets orders be cancelled alone; answered when nothing trades against it any more',
  body: z.strictObject({ kind: z.enum(['halted', 'cancel-only']), reasonFa: Reason, reasonEn: Reason }),
  response: replyWith({}),
  errors: ['MARKET_NOT_FOUND'],
})

export const resumeMarket = defineEndpoint({
  ...ofMarket,
  path: '/operations/markets/:market/resume',
  right: 'MARKETS_HALT',
  summary: 'Ends the halt of a market',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
  errors: ['MARKET_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

export const switchMaker = defineEndpoint({
  ...ofMarket,
  path: '/operations/markets/:market/maker',
  right: 'MAKER_CHANGE',
  summary:
    'Switches the market maker off in a market at once, or proposes to switch it on; it obeys within two seconds',
  body: z.strictObject({ enabled: z.boolean(), reason: Reason }),
  /** `null` if it is done; otherwise the proposal that another operator must approve. */
  response: replyWith({ baseDTO: z.object({ id: z.nullable(Id) }) }),
  errors: ['MARKET_NOT_FOUND', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

/** An order of any user, with its owner. */
export const OwnedOrder = z.object({
  order: Order,
  /** `name` is empty for an account of the exchange itself, whose name is in `systemName`. */
  owner: z.object({ id: Id, name: z.string(), mobileNumber: z.string(), systemName: z.nullable(z.string()) }),
})

export const getAnyOrder = defineEndpoint({
  ...operatorRead,
  path: '/operations/orders/:id',
  right: 'ORDERS_READ',
  summary: 'An order of anybody, and whose it is',
  params: z.strictObject({ id: Id }),
  response: replyWith({ baseDTO: OwnedOrder }),
  errors: ['ORDER_NOT_FOUND', 'LOOKS_USED_UP'],
})

export const getOpenOrdersOf = defineEndpoint({
  ...operatorRead,
  path: '/operations/users/:id/orders',
  right: 'ORDERS_READ',
  summary: "A customer's orders on the book or waiting for their price: the newest 100",
  params: z.strictObject({ id: Id }),
  response: replyWith({ content: z.array(Order) }),
})

export const cancelAnyOrder = defineEndpoint({
  method: 'POST',
  path: '/operations/orders/:id/cancel',
  right: 'ORDERS_CANCEL',
  summary: 'Cancels an order of anybody: it ends as CANCELLED_BY_ADMIN, and what it held is free',
  access: 'operator',
  offline: 'never',
  money: true,
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: Order }),
  errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_OPEN'],
})
