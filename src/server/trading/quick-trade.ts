import { Rejected, rejectAmount, rejected, rejectPrice } from '#contract/rejected.ts'
import { type Coin, parseAmount } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { FEE_QUICK_TRADE, feeOn, PERCENT_DECIMALS } from '#domain/fee.ts'
import type { Destination } from '#domain/ledger.ts'
import { type AmountError, type Market, parseUnitPrice, totalFits } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { isNearPresent, QUOTE_LOCK_MS } from '#domain/quote-lock.ts'
import { type Amount, PRICE_DECIMALS, type Price, amount as units, ZERO } from '#domain/units.ts'
import { withdrawalText } from '#domain/withdrawal.ts'
import type { QuickTrade } from '../exchange/exchange.ts'
import { readOrder } from '../store/trading/orders.ts'
import { fromEngine, type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import { withoutRules } from './place-order.ts'
import { type Buyer, type LeavingProof, type Trader, type Trading, wasExecuted } from './trading.ts'

export interface QuickTradeRequest extends LeavingProof {
  readonly marketType: string
  readonly side: Side
  readonly amount: string
  /** The price that the customer confirmed. */
  readonly unitPrice: string
  readonly totalPrice: string
  /** In percent, as the customer saw it. */
  readonly wage?: string | undefined
  /** The id under which the price is kept for the customer. */
  readonly quote?: string | undefined
  readonly sourceCoin?: string | undefined
  readonly destinationCoin?: string | undefined
  /** The outside address to which the bought coins are sent; absent: they stay here. */
  readonly destinationWallet?: string | undefined
  /** Belongs to the address, on networks that have one. */
  readonly tag?: string | undefined
  readonly tokenType?: string | undefined
  readonly key: string
}

export interface RaisedWithdrawal {
  readonly tokenType: string
  readonly destinationWallet: string
  readonly tag?: string | undefined
  readonly amount: string
  readonly networkFee: string
}

/**
 * Executes a quick trade at the price that the customer confirmed, while it is kept for this customer, side and amount; otherwise at the
 * present price if that is equal or better for the customer. Never worse than confirmed. A kept price serves one trade. Refuses, in this
 * order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, UNIT_PRICE_INVALID,
 * TOTAL_MISMATCH, WAGE_CHANGED, what `readDestination` refuses, what `takeProof` refuses, IDEMPOTENCY_KEY_REUSED, WITHDRAWAL_DISABLED, FORBIDDEN,
 * ACCOUNT_NOT_AUTHORIZED, WITHDRAWALS_HELD, ADDRESS_NOT_SAVED, DESTINATION_TOO_NEW, MARKET_IS_NOT_ACTIVE, PRICE_STALE, PRICE_CHANGED,
 * NOT_ENOUGH_BALANCE, HOUSE_LIMIT_REACHED.
 */
export async function quickTrade(
  trading: Trading,
  trader: Trader,
  request: QuickTradeRequest,
  buyer: Buyer | 'program',
): Promise<(OrderOnWire & { withdrawal?: RaisedWithdrawal }) | Rejected> {
  const market = trading.catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  const { sourceCoin = market.quote.symbol, destinationCoin = market.base.symbol } = request
  if (sourceCoin !== market.quote.symbol) return rejected('MARKET_NOT_FOUND', { field: 'sourceCoin' })
  if (destinationCoin !== market.base.symbol) return rejected('MARKET_NOT_FOUND', { field: 'destinationCoin' })
  if (trader.supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  const amount = readQuickTradeAmount(request.amount, market)
  if (typeof amount === 'string') return rejectAmount(amount, { coin: market.base, ...market.base.quickTrade })
  const unitPrice = await readShownPrice(trading, trader, { market, request, amount })
  if (unitPrice === undefined) return rejectPrice('UNIT_PRICE_INVALID', market)
  if (!totalFits(request.totalPrice, { amount, unitPrice, market }))
    return rejected('TOTAL_MISMATCH', { field: 'totalPrice' })
  if (!wageFits(request.wage)) return rejected('WAGE_CHANGED', { field: 'wage' })
  const isRepeat = request.destinationWallet !== undefined && (await wasExecuted(trading, trader, request.key))
  const destination = await readDestination(trading, request, { coin: market.base, bought: amount, isRepeat })
  if (destination instanceof Rejected) return destination
  if (destination && buyer !== 'program' && !isRepeat) {
    const boundTo = withdrawalText(market.base.symbol, leavingOf(amount), destination)
    const refused = await trading.leaving.takeProof({ boundTo, code: request.code, passkey: request.passkey }, buyer)
    if (refused) return refused
  }
  return execute(trading, trader, { ...request, market, amount, unitPrice, destination })
}

/**
 * The destination of the bought coins; `undefined` if they stay here. That of a repeat was checked before. Refuses ADDRESS_REQUIRED, and then
 * what `readCoinDestination` refuses.
 */
async function readDestination(
  { leaving }: Trading,
  { destinationWallet: address, tag, tokenType }: QuickTradeRequest,
  { coin, bought, isRepeat }: { coin: Coin; bought: Amount; isRepeat: boolean },
): Promise<Destination | Rejected | undefined> {
  if (address === undefined && tokenType === undefined) return undefined
  if (address === undefined) return rejected('ADDRESS_REQUIRED', { field: 'destinationWallet' })
  if (!isRepeat || tokenType === undefined)
    return leaving.readCoinDestination({ coin, tokenType, address, tag, amount: leavingOf(bought) })
  const networkFee = coin.networks.find((each) => each.tokenType === tokenType)?.withdrawalFee ?? ZERO
  return { tokenType, address, tag, networkFee }
}

/** The part of bought coins that leaves: all but our wage. */
const leavingOf = (bought: Amount): Amount => units(bought - feeOn(bought, FEE_QUICK_TRADE))

/**
 * The confirmed price on the market's tick; on a former tick if the price was shown on that one, or if this repeats a trade that was made.
 */
async function readShownPrice(
  trading: Trading,
  trader: Trader,
  { market, request, amount }: { market: Market; request: QuickTradeRequest; amount: Amount },
): Promise<Price | undefined> {
  const { unitPrice: text, side, key, quote } = request
  const onTick = parseUnitPrice(text, market)
  const shown = onTick ?? parseUnitPrice(text, withoutRules(market))
  if (onTick !== undefined || shown === undefined) return onTick
  const trade = { userId: trader.userId, marketId: market.id, side, amount, price: shown }
  const isKept = trading.keptPrices.goodUntil(quote, trade) !== undefined
  return isKept || (await wasExecuted(trading, trader, key)) ? shown : undefined
}

interface ReadTrade
  extends Pick<QuickTradeRequest, 'side' | 'key' | 'quote' | 'destinationWallet' | 'tag' | 'tokenType'> {
  readonly market: Market
  readonly amount: Amount
  readonly unitPrice: Price
  readonly destination: Destination | undefined
}

async function execute(
  trading: Trading,
  { userId, charges }: Trader,
  { market, side, amount, unitPrice, destination, key, quote, destinationWallet, tag, tokenType }: ReadTrade,
): Promise<(OrderOnWire & { withdrawal?: RaisedWithdrawal }) | Rejected> {
  const trade = { userId, marketId: market.id, side, amount, price: unitPrice }
  const taken = trading.keptPrices.take(quote, trade, key)
  if (taken === 'of another') return priceChanged(trading, market, side)
  // As it was asked for: custody may write an address in another way at a repeat.
  const sentTo = destination ? [tokenType, destinationWallet, ...(tag === undefined ? [] : [tag])] : []
  const result = await trading.exchange.submit({
    type: 'quickTrade',
    userId,
    key,
    fingerprint: ['quick', market.symbol, side, amount, unitPrice, ...sentTo].join(' '),
    marketId: market.id,
    side,
    amount,
    ...priceOf(trading, { market, side, unitPrice, keptUntil: taken?.goodUntil ?? 0 }),
    charges: { ...charges, taker: FEE_QUICK_TRADE, maker: FEE_QUICK_TRADE },
    quoteInToman: trading.quoteInToman(market),
    leaving: await factsOfLeaving(trading, { destination, userId, market, bought: amount }),
  })
  taken?.end(result.kind === 'refused' ? 'refused' : 'traded')
  if (result.kind === 'refused' && result.code === 'PRICE_CHANGED') return priceChanged(trading, market, side)
  const outcome = fromEngine(result)
  if (outcome.kind !== 'order') return outcome.rejected
  // A repeat gets its first answer, whose price may differ.
  const made = await readOrder(trading.database, { userId, orderId: outcome.orderId })
  if (!made) throw new Error(`order ${outcome.orderId} has an outcome and no row`)
  const order = orderOnWire(made, market)
  return destination ? { ...order, withdrawal: withdrawalOnWire(destination, { market, bought: amount }) } : order
}

/** The coins that leave with a purchase, and the facts that decide whether it may. */
async function factsOfLeaving(
  { leaving: { readWithdrawer }, inToman }: Trading,
  {
    destination,
    userId,
    market: { base },
    bought,
  }: Pick<ReadTrade, 'destination' | 'market'> & { userId: number; bought: Amount },
): Promise<QuickTrade['leaving']> {
  if (!destination) return undefined
  return { destination, withdrawer: await readWithdrawer(userId, destination), worth: inToman(base, bought) }
}

function priceChanged({ quotes }: Pick<Trading, 'quotes'>, market: Market, side: Side): Rejected {
  const quote = quotes.quoteFor(market, side)
  const details = quote === 'stale' ? undefined : { unitPrice: formatDecimal(quote.price, PRICE_DECIMALS) }
  return rejected('PRICE_CHANGED', { details })
}

function withdrawalOnWire(
  { tokenType, address, tag, networkFee }: Destination,
  { market: { base }, bought }: { market: Market; bought: Amount },
): RaisedWithdrawal {
  return {
    tokenType,
    destinationWallet: address,
    ...(tag !== undefined && { tag }),
    amount: formatDecimal(leavingOf(bought), base.decimals),
    networkFee: formatDecimal(networkFee, base.decimals),
  }
}

const wageFits = (percent: string | undefined) =>
  percent === undefined || parseDecimal(percent, PERCENT_DECIMALS) === FEE_QUICK_TRADE

function readQuickTradeAmount(text: string, { base }: Market): Amount | AmountError {
  const amount = parseAmount(text, base)
  if (amount === undefined || amount === 0n) return 'UNACCEPTABLE_AMOUNT'
  if (amount < base.quickTrade.min) return 'AMOUNT_IS_LOW'
  if (amount > base.quickTrade.max) return 'AMOUNT_IS_HIGH'
  return amount
}

/**
 * The price of the trade and how long it is valid: the present one if it is no worse than the confirmed one, else the confirmed one while
 * it is kept.
 */
function priceOf(
  { quotes }: Trading,
  { market, side, unitPrice, keptUntil }: { market: Market; side: Side; unitPrice: Price; keptUntil: number },
): Pick<QuickTrade, 'unitPrice' | 'quote'> {
  const present = quotes.quoteFor(market, side)
  if (present === 'stale') return { unitPrice, quote: { goodUntil: 0, refusal: 'PRICE_STALE' } }
  const fresh = { goodUntil: present.goodUntil, refusal: 'PRICE_STALE' } as const
  if (side === 'BUY' ? present.price <= unitPrice : present.price >= unitPrice)
    return { unitPrice: present.price, quote: fresh }
  const kept = { goodUntil: keptUntil, refusal: 'PRICE_CHANGED' } as const
  return { unitPrice, quote: keptUntil < fresh.goodUntil ? kept : fresh }
}

export interface PriceRequest {
  readonly marketType: string
  readonly side: Side
  readonly amount: string
  readonly unitPrice: string
}

/**
 * Keeps the price that a confirmation shows to a customer if it is the present one, was so a moment ago and is close to it, or is no better
 * for the customer. Refuses, in this order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW, AMOUNT_IS_HIGH,
 * UNIT_PRICE_INVALID, PRICE_STALE, PRICE_CHANGED.
 */
export function lockPrice(
  { catalogue, quotes, keptPrices, now }: Trading,
  { userId, supervisor }: Trader,
  { marketType, side, ...text }: PriceRequest,
): { readonly quote: string; readonly expiresAt: string } | Rejected {
  const market = catalogue.marketBySymbol.get(marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  if (supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  const amount = readQuickTradeAmount(text.amount, market)
  if (typeof amount === 'string') return rejectAmount(amount, { coin: market.base, ...market.base.quickTrade })
  const price = parseUnitPrice(text.unitPrice, market)
  if (price === undefined) return rejectPrice('UNIT_PRICE_INVALID', market)
  const present = quotes.quoteFor(market, side)
  if (present === 'stale') return rejected('PRICE_STALE')
  const isNoBetter = side === 'BUY' ? price >= present.price : price <= present.price
  const shownUntil = quotes.honouredUntil(market, { side, price, nowMs: now() }) ?? 0
  // More of its time is left than a lock takes: it was replaced no longer ago than the network may need.
  const wasJustShown = shownUntil - now() >= QUOTE_LOCK_MS && isNearPresent({ former: price, present: present.price })
  if (!isNoBetter && !wasJustShown) return priceChanged({ quotes }, market, side)
  const { id, goodUntil } = keptPrices.keep({ userId, marketId: market.id, side, amount, price })
  return { quote: id, expiresAt: new Date(goodUntil).toISOString() }
}
