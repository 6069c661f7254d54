import type * as z from 'zod/mini'
import type { amendOrder as amendEndpoint } from '#contract/order-changes.ts'
import type { placeBuyOrder } from '#contract/orders.ts'
import { Rejected, rejectAmount, rejectDistance, rejected, rejectPrice, rejectTotal } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { powerOfTen } from '#domain/decimal.ts'
import { SECOND_MS } from '#domain/durations.ts'
import {
  isOrderMisfit,
  isTotalLow,
  isTrailingDistanceWrong,
  isTrailingLimitWrong,
  type Market,
  parseOrderAmount,
  parseUnitPrice,
  totalFits,
} from '#domain/market.ts'
import { type OrderKind, type OrderTerms, PLAIN_TERMS, type Side } from '#domain/order.ts'
import { amount, type Price, price, ZERO } from '#domain/units.ts'
import type { PlaceOrder } from '../exchange/exchange.ts'
import { readOrder as readOrderRow } from '../store/trading/orders.ts'
import { fromEngine, type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import { marketOf, type Trader, type Trading, wasExecuted } from './trading.ts'

/** The middle price of a board, unless it is too old to judge orders by. */
export const feedPriceOf =
  (board: { middleFor(market: Market): { readonly price: Price } | 'stale' }): Trading['referencePrice'] =>
  (market) => {
    const middle = board.middleFor(market)
    return middle === 'stale' ? undefined : middle.price
  }

/** The body of a call, with its type as kind and side. */
export interface OrderRequest extends Omit<z.output<typeof placeBuyOrder.body>, 'orderType' | 'clientOrderId'> {
  readonly side: Side
  readonly kind: Exclude<OrderKind, 'EXCHANGE'>
  /** The customer has confirmed the warning of a price far worse than the market. */
  readonly force?: boolean | undefined
  /** The client's key: unique per user. */
  readonly key: string
}

/** The part of the command that the text of an order says. */
type OrderFigures = Required<Pick<PlaceOrder, 'unitPrice' | 'amount' | 'terms'>>

/**
 * Reads the text of an order as figures of its market. Refuses, in this order: MARKET_MAKER_NOT_ALLOWED, ORDER_OPTIONS_INVALID,
 * UNIT_PRICE_REQUIRED, UNIT_PRICE_INVALID, STOP_PRICE_REQUIRED, STOP_PRICE_INVALID, TRAILING_DISTANCE_INVALID, TRAILING_LIMIT_INVALID,
 * UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW, AMOUNT_IS_HIGH,
 * TOTAL_IS_LOW, TOTAL_MISMATCH, EXPIRY_INVALID (not a time).
 */
export function readOrder(
  request: OrderRequest,
  { market, supervisor }: { market: Market; supervisor: boolean },
): OrderFigures | Rejected {
  if (supervisor && request.kind !== 'LIMITED') return rejected('MARKET_MAKER_NOT_ALLOWED')
  const misfit = misfitOf(request)
  if (misfit) return rejected('ORDER_OPTIONS_INVALID', { field: misfit })

  const unitPrice = readPrice(request.unitPrice, { market, wanted: request.kind !== 'MARKET' })
  if (unitPrice === 'REQUIRED') return rejected('UNIT_PRICE_REQUIRED', { field: 'unitPrice' })
  if (unitPrice === 'INVALID') return rejectPrice('UNIT_PRICE_INVALID', market)
  const stopPrice = readPrice(request.stopPrice, { market, wanted: request.kind === 'STOP_LIMIT' })
  if (stopPrice === 'REQUIRED') return rejected('STOP_PRICE_REQUIRED', { field: 'stopPrice' })
  if (stopPrice === 'INVALID') return rejectPrice('STOP_PRICE_INVALID', market)
  const trailingDistance = readPrice(request.trailingDistance, {
    market,
    wanted: request.trailingDistance !== undefined,
  })
  if (typeof trailingDistance === 'string' || isTrailingDistanceWrong({ stopPrice, trailingDistance }, market))
    return rejectDistance(stopPrice, market)
  if (isTrailingLimitWrong({ side: request.side, unitPrice, stopPrice, trailingDistance }))
    return rejected('TRAILING_LIMIT_INVALID', { field: 'unitPrice' })

  const quantity = parseOrderAmount(request.amount, market)
  if (typeof quantity === 'string')
    return rejectAmount(quantity, { coin: market.base, min: market.minAmount, max: market.maxAmount })
  if (isTotalLow({ unitPrice, amount: quantity }, market)) return rejectTotal(market)
  const { wholePrice } = request
  if (wholePrice !== undefined && unitPrice && !totalFits(wholePrice, { amount: quantity, unitPrice, market }))
    return rejected('TOTAL_MISMATCH', { field: 'wholePrice' })
  const expiresAt = readExpiry(request.expiresAt)
  if (expiresAt === 'INVALID') return rejected('EXPIRY_INVALID', { field: 'expiresAt' })
  return { unitPrice, amount: quantity, terms: termsOf(request, { stopPrice, trailingDistance, expiresAt }) }
}

/** The same market with rules that accept any price and amount. */
export const withoutRules = (market: Market): Market => ({
  ...market,
  tick: price(1n),
  minAmount: amount(1n),
  maxAmount: ANY_AMOUNT,
  minTotal: ZERO,
})

const ANY_AMOUNT = amount(powerOfTen(60))

/** The first field that does not fit the type of the order or another field. */
function misfitOf(request: OrderRequest): keyof OrderRequest | undefined {
  const { kind, timeInForce, expiresAt } = request
  const hasExpiry = expiresAt !== undefined && expiresAt !== null
  const isImmediate = timeInForce === 'IOC' || timeInForce === 'FOK'
  if (kind !== 'STOP_LIMIT' && request.stopPrice !== undefined) return 'stopPrice'
  if (kind !== 'STOP_LIMIT' && request.trailingDistance !== undefined) return 'trailingDistance'
  if (kind === 'MARKET' && timeInForce === 'GTC') return 'timeInForce'
  if (request.postOnly && (kind === 'MARKET' || isImmediate)) return 'postOnly'
  if (hasExpiry && (kind === 'MARKET' || (kind === 'LIMITED' && isImmediate))) return 'expiresAt'
  if (kind === 'MARKET' && request.wholePrice !== undefined) return 'wholePrice'
  return undefined
}

function readPrice(
  text: string | undefined,
  { market, wanted }: { market: Market; wanted: boolean },
): Price | undefined | 'REQUIRED' | 'INVALID' {
  if (text === undefined) return wanted ? 'REQUIRED' : undefined
  return (wanted ? parseUnitPrice(text, market) : undefined) ?? 'INVALID'
}

/** Rounded down to whole seconds, in milliseconds since 1970. */
export function readExpiry(text: string | null | undefined): number | undefined | 'INVALID' {
  if (text === undefined || text === null) return undefined
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? 'INVALID' : at - (at % SECOND_MS)
}

function termsOf(
  request: OrderRequest,
  figures: Pick<OrderTerms, 'stopPrice' | 'trailingDistance' | 'expiresAt'>,
): OrderTerms {
  const { postOnly = false, selfTradePrevention = PLAIN_TERMS.selfTradePrevention } = request
  // A market order never rests, so an explicit IOC adds nothing.
  const timeInForce =
    request.kind === 'MARKET' && request.timeInForce === 'IOC' ? 'GTC' : (request.timeInForce ?? 'GTC')
  const isPlain =
    figures.stopPrice === undefined &&
    figures.expiresAt === undefined &&
    !postOnly &&
    timeInForce === PLAIN_TERMS.timeInForce &&
    selfTradePrevention === PLAIN_TERMS.selfTradePrevention
  return isPlain ? PLAIN_TERMS : { ...figures, timeInForce, postOnly, selfTradePrevention }
}

/**
 * Places a limit, market or stop-limit order. Refuses, in this order: MARKET_NOT_FOUND, MARKET_IS_NOT_ACTIVE, what `readOrder` refuses,
 * IDEMPOTENCY_KEY_REUSED, UNIT_PRICE_OUT_OF_BAND, EXPIRY_INVALID (in the past), TOO_MANY_OPEN_ORDERS, NO_LIQUIDITY, POST_ONLY_WOULD_TRADE,
 * FILL_OR_KILL_NOT_FILLABLE, NOT_ENOUGH_BALANCE, and, unless `force` is set, the warning of a price far worse than the market. The command
 * is queued before this first waits, unless the order breaks its market's rules, so that orders placed in one go arrive in their order.
 */
export async function placeOrder(
  trading: Trading,
  trader: Trader,
  request: OrderRequest,
): Promise<OrderOnWire | Rejected> {
  const market = trading.catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  const read = (rules: Market) => readOrder(request, { market: rules, supervisor: trader.supervisor })
  const fitting = read(market)
  // A repeat gets its first answer, even if the order breaks the rules of today.
  const isRepeat = isMisfit(fitting) && (await wasExecuted(trading, trader, request.key))
  const order = isRepeat ? read(withoutRules(market)) : fitting
  if (order instanceof Rejected) return isOpenNow(trading, market) ? order : rejected('MARKET_IS_NOT_ACTIVE')

  const { side, kind, key } = request
  const result = await trading.exchange.submit({
    type: 'placeOrder',
    userId: trader.userId,
    key,
    fingerprint: fingerprintOf(request, { market, order }),
    marketId: market.id,
    side,
    ...order,
    charges: trader.charges,
    quoteInToman: trading.quoteInToman(market),
    clientOrderId: key,
    warnsOfPrice: kind === 'LIMITED' && request.force !== true,
    referencePrice: trading.referencePrice(market),
  })
  const outcome = fromEngine(result, { market, unitPrice: order.unitPrice, stopPrice: order.terms.stopPrice })
  if (outcome.kind !== 'order') return outcome.rejected
  const placed = { ...outcome, ...order, id: outcome.orderId, side, kind, clientOrderId: key, createdAt: outcome.at }
  return orderOnWire({ ...placed, linkedOrderId: undefined }, market)
}

const isMisfit = (read: OrderFigures | Rejected) => read instanceof Rejected && isOrderMisfit(read.code)

/** Serves the precedence of refusals alone: the engine decides about the hours when it applies the order. */
const isOpenNow = ({ marketStateAt, now }: Trading, market: Market) => marketStateAt(market, now()).kind === 'open'

/** The request as text. `force` is not part of it, since the answer to the warning is the same order again. */
function fingerprintOf(
  { side, kind }: OrderRequest,
  { market, order }: { market: Market; order: OrderFigures },
): string {
  const { amount, unitPrice, terms } = order
  const asked = [side, kind, market.id, amount, unitPrice ?? '-']
  if (terms === PLAIN_TERMS) return asked.join(' ')
  const { stopPrice = '-', trailingDistance = '-', expiresAt = '-', timeInForce, postOnly, selfTradePrevention } = terms
  const figures = [stopPrice, trailingDistance, expiresAt]
  return [...asked, ...figures, timeInForce, postOnly ? 'post-only' : '-', selfTradePrevention].join(' ')
}

/** The body of an amendment, with the order that it changes. */
interface AmendRequest extends z.output<typeof amendEndpoint.body> {
  readonly id: string
  readonly force: boolean
  readonly key: string
}

/**
 * Changes an open order. The engine decides about everything that may have changed since the order was read, and about the market's rules.
 * Refuses, in this order: ORDER_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, ORDER_OPTIONS_INVALID (a stop price for an order without one),
 * UNIT_PRICE_INVALID, STOP_PRICE_INVALID, UNACCEPTABLE_AMOUNT, EXPIRY_INVALID (text that is no such figure or time),
 * IDEMPOTENCY_KEY_REUSED, what the engine's `amendOrder` refuses. @returns the order as it is now
 */
export async function amendOrder(
  trading: Trading,
  { userId, supervisor }: Trader,
  { id, force, key, ...asked }: AmendRequest,
): Promise<OrderOnWire | Rejected> {
  const { database, exchange, catalogue } = trading
  const whose = { userId, orderId: readId(id) }
  const known = whose.orderId === 0 ? undefined : await readOrderRow(database, whose)
  if (!known) return rejected('ORDER_NOT_FOUND')
  const market = marketOf(catalogue, known.marketId)
  if (supervisor && known.kind !== 'LIMITED') return rejected('MARKET_MAKER_NOT_ALLOWED')
  if (asked.stopPrice !== undefined && known.kind !== 'STOP_LIMIT')
    return rejected('ORDER_OPTIONS_INVALID', { field: 'stopPrice' })
  // The rules of the market are left to the engine: a repeat gets its first answer even if it breaks those of today.
  const rules = withoutRules(market)
  const unitPrice = readPrice(asked.unitPrice, { market: rules, wanted: asked.unitPrice !== undefined })
  if (typeof unitPrice === 'string') return rejectPrice('UNIT_PRICE_INVALID', market)
  const stopPrice = readPrice(asked.stopPrice, { market: rules, wanted: asked.stopPrice !== undefined })
  if (typeof stopPrice === 'string') return rejectPrice('STOP_PRICE_INVALID', market)
  const quantity = asked.amount === undefined ? undefined : parseOrderAmount(asked.amount, rules)
  if (typeof quantity === 'string') return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
  const expiresAt = asked.expiresAt === null ? null : readExpiry(asked.expiresAt)
  if (expiresAt === 'INVALID') return rejected('EXPIRY_INVALID', { field: 'expiresAt' })

  const result = await exchange.submit({
    type: 'amendOrder',
    ...whose,
    key,
    fingerprint: ['amend', whose.orderId, quantity ?? '-', unitPrice ?? '-', stopPrice ?? '-', `${expiresAt}`].join(
      ' ',
    ),
    amount: quantity,
    unitPrice,
    stopPrice,
    expiresAt,
    quoteInToman: trading.quoteInToman(market),
    warnsOfPrice: known.kind === 'LIMITED' && !force,
    referencePrice: trading.referencePrice(market),
  })
  const outcome = fromEngine(result, { market, unitPrice: unitPrice ?? known.unitPrice, stopPrice })
  if (outcome.kind === 'refused' && outcome.rejected.code !== 'ORDER_NOT_OPEN') return outcome.rejected
  const row = await readOrderRow(database, whose)
  if (!row) throw new Error(`order ${id} was amended and has no row`)
  const order = orderOnWire(row, market)
  return outcome.kind === 'refused' ? rejected('ORDER_NOT_OPEN', { details: order }) : order
}
