import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { getOrderBook } from '#contract/markets.ts'
import { amendOrder as amendEndpoint, placeOco } from '#contract/order-changes.ts'
import {
  cancelAllOrders as cancelAllEndpoint,
  cancelOrder as cancelOrderEndpoint,
  getOrders,
  getTrades,
  Order as OrderOnWire,
  placeBuyOrder,
  placeSellOrder,
} from '#contract/orders.ts'
import { getPositions } from '#contract/positions.ts'
import { getMarketBalances, getWallets } from '#contract/wallets.ts'
import { SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'

/**
 * The kinds of orders: those of the specification, then a stop-limit order whose stop follows the market, and a limit order with a stop of which one
 * cancels the other.
 */
export const FORM_KINDS = ['LIMIT', 'MARKET', 'STOP_LIMIT', 'TRAILING', 'OCO'] as const
export type FormKind = (typeof FORM_KINDS)[number]

/** An order as it was confirmed: decimal text, ready for the wire. */
export const ConfirmedOrder = z.readonly(
  z.object({
    market: z.string(),
    side: z.enum(['BUY', 'SELL']),
    kind: z.enum(FORM_KINDS),
    amount: z.string(),
    /** The limit of an order that is not a market order. */
    unitPrice: z.optional(z.string()),
    /** The trigger of a stop. */
    stopPrice: z.optional(z.string()),
    /** The limit of the stop of an OCO order. */
    stopUnitPrice: z.optional(z.string()),
    /** Of a trailing stop, whose two prices are those of its beginning. */
    trailingDistance: z.optional(z.string()),
    /** Absent as in the contract: the usual one of its kind. */
    timeInForce: z.optional(z.enum(TIMES_IN_FORCE)),
    postOnly: z.optional(z.literal(true)),
    selfTradePrevention: z.optional(z.enum(SELF_TRADE_PREVENTIONS)),
    expiresAt: z.optional(z.string()),
    /** The total as shown; an estimate for a market order. */
    total: z.string(),
    /** Set when the user has confirmed the warning that the price is far worse than the market's. */
    force: z.optional(z.literal(true)),
    /** Sent without a question, as the user has chosen for small orders. */
    unasked: z.optional(z.literal(true)),
  }),
)
export type ConfirmedOrder = z.output<typeof ConfirmedOrder>

/** The beginning of an order's type on the wire. */
const TYPES = { LIMIT: 'LIMITED', MARKET: 'MARKET', STOP_LIMIT: 'STOP_LIMIT', TRAILING: 'STOP_LIMIT' } as const

/** The idempotency key is also the client order id, so that the order can be found even if the answer is lost. */
export async function placeOrder({
  terms,
  idempotencyKey,
}: {
  terms: ConfirmedOrder
  idempotencyKey: string
}): Promise<Order> {
  const { market, side, kind, total: _, unasked: __, force, ...rest } = terms
  const query = force ? { force: 'true' as const } : {}
  if (kind === 'OCO') return placeBothLegs({ ...terms, idempotencyKey })
  const body = { ...rest, marketType: market, clientOrderId: idempotencyKey }
  const { baseDTO } =
    side === 'BUY'
      ? await callApi(placeBuyOrder, { idempotencyKey, query, body: { ...body, orderType: `${TYPES[kind]}_BUY` } })
      : await callApi(placeSellOrder, { idempotencyKey, query, body: { ...body, orderType: `${TYPES[kind]}_SELL` } })
  return baseDTO
}

/** @returns the leg that takes the profit */
async function placeBothLegs({
  idempotencyKey,
  ...terms
}: ConfirmedOrder & { idempotencyKey: string }): Promise<Order> {
  const {
    market: marketType,
    side,
    amount,
    unitPrice,
    stopPrice,
    stopUnitPrice,
    expiresAt,
    selfTradePrevention,
  } = terms
  if (unitPrice === undefined || stopPrice === undefined || stopUnitPrice === undefined)
    throw new Error('an OCO order has three prices')
  const prices = { unitPrice, stopPrice, stopUnitPrice }
  const { content } = await callApi(placeOco, {
    idempotencyKey,
    query: terms.force ? { force: 'true' } : {},
    body: { marketType, side, amount, ...prices, expiresAt, selfTradePrevention, clientOrderId: idempotencyKey },
  })
  return content[0]
}

/** The names under which cancellations without an answer are stored on the device. */
export const CANCEL_ORDER = 'cancelOrder'
export const CANCEL_ALL = 'cancelAllOrders'

export const CancelTerms = z.readonly(
  z.object({
    id: z.string(),
    /** The properties to display, also after a reload; absent if an earlier version stored the command. */
    order: z.optional(
      z.pick(OrderOnWire, {
        orderType: true,
        trailingDistance: true,
        linkedOrderId: true,
        amount: true,
        unitPrice: true,
        sourceCoin: true,
        destinationCoin: true,
      }),
    ),
  }),
)
export type CancelTerms = z.output<typeof CancelTerms>

/** For one market, or for all. */
export const CancelAllTerms = z.readonly(z.object({ market: z.optional(z.string()) }))
export type CancelAllTerms = z.output<typeof CancelAllTerms>

/** An order that the user has already cancelled in another tab counts as cancelled. An order that ended otherwise is refused with ORDER_NOT_OPEN. */
export async function cancelOrder({
  terms: { id },
  idempotencyKey,
}: {
  terms: CancelTerms
  idempotencyKey: string
}): Promise<Order> {
  try {
    const { baseDTO } = await callApi(cancelOrderEndpoint, { idempotencyKey, params: { id } })
    return baseDTO
  } catch (error) {
    const ended = isRefusal(error, 'ORDER_NOT_OPEN') ? OrderOnWire.safeParse(error.details).data : undefined
    if (ended?.orderStatus === 'CANCELLED_BY_USER') return ended
    throw error
  }
}

/** Under which a change of an order without an answer is stored on the device. */
export const AMEND_ORDER = 'amendOrder'

export const AmendTerms = z.readonly(
  z.object({
    id: z.string(),
    /** As it was before, to be shown also after a reload. */
    order: OrderOnWire,
    /** The new figures; those that stay are absent. */
    changes: z.object({
      amount: z.optional(z.string()),
      unitPrice: z.optional(z.string()),
      stopPrice: z.optional(z.string()),
      expiresAt: z.optional(z.nullable(z.string())),
    }),
    force: z.optional(z.literal(true)),
  }),
)
export type AmendTerms = z.output<typeof AmendTerms>

export async function amendOrder({
  terms: { id, changes, force },
  idempotencyKey,
}: {
  terms: AmendTerms
  idempotencyKey: string
}): Promise<Order> {
  const query = force ? { force: 'true' as const } : {}
  return (await callApi(amendEndpoint, { idempotencyKey, params: { id }, query, body: changes })).baseDTO
}

/** Returns the number of cancelled orders. */
export async function cancelAllOrders({
  terms: { market },
  idempotencyKey,
}: {
  terms: CancelAllTerms
  idempotencyKey: string
}): Promise<{ cancelled: number }> {
  const query = market === undefined ? {} : { market }
  return (await callApi(cancelAllEndpoint, { idempotencyKey, query })).baseDTO
}

const QUERIES_AFTER_ORDER = [getOrders, getTrades, getMarketBalances, getWallets, getPositions, getOrderBook]

/** Refetches everything that an order changes, without waiting for the next poll. */
export function refreshAfterOrder(client: QueryClient): void {
  for (const { path } of QUERIES_AFTER_ORDER) void client.invalidateQueries({ queryKey: [path] })
}
