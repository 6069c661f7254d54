import { isDeepStrictEqual } from 'node:util'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { billedDecimals, parseAmount } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Market, parseUnitPrice, wholePrice } from '#domain/market.ts'
import { billed } from '#domain/quick-trade.ts'
import { nextDue, purchaseFor, RECURRING_BUYS_MAX, type Rhythm } from '#domain/recurring-buy.ts'
import { type Amount, PRICE_DECIMALS, type Price } from '#domain/units.ts'
import {
  findPlan,
  insertPlan,
  type PlanTerms,
  type RecurringBuyRow,
  removePlan,
  updatePlan,
} from '../../store/trading/recurring-buys.ts'
import { marketOf, type Trader, type Trading } from '../trading.ts'
import { findPurchase, type RecurringBuying, timesOf, writeEnd } from './buy-due.ts'

export interface PlanRequest {
  readonly total: string
  readonly ceiling?: string | undefined
  readonly rhythm: Rhythm
}

/**
 * Makes a plan; a repeat of the key returns the plan that it has made. Refuses, in this order: MARKET_NOT_FOUND, what `readTerms` refuses,
 * IDEMPOTENCY_KEY_REUSED, RECURRING_BUYS_TOO_MANY.
 */
export async function createPlan(
  { database, trading }: RecurringBuying,
  trader: Trader,
  { marketType, key, ...request }: PlanRequest & { readonly marketType: string; readonly key: string },
): Promise<RecurringBuyRow | Rejected> {
  const market = trading.catalogue.marketBySymbol.get(marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  const terms = readTerms(trading, trader, { market, ...request })
  if ('code' in terms) return terms
  const { userId } = trader
  const createdAt = new Date(trading.now())
  const times = timesOf(nextDue(terms.rhythm, createdAt), { userId })
  const plan = await database.transaction((tx) =>
    insertPlan(tx, { userId, key, createdAt, ...terms, ...times }, RECURRING_BUYS_MAX),
  )
  if (typeof plan === 'string') return rejected(plan)
  return areSame(plan, terms) ? plan : rejected('IDEMPOTENCY_KEY_REUSED')
}

interface OwnPlan {
  readonly id: number
  readonly paused: boolean
}

/**
 * Replaces the terms of a plan, and pauses or resumes it; a plan that has stopped begins anew. With the same rhythm, a purchase that is due
 * stays due. Refuses, in this order: RECURRING_BUY_NOT_FOUND, what `readTerms` refuses.
 */
export async function changePlan(
  buying: RecurringBuying,
  trader: Trader,
  { id, paused, ...request }: PlanRequest & OwnPlan,
): Promise<RecurringBuyRow | Rejected> {
  const { database, trading } = buying
  const own = { id, userId: trader.userId }
  const plan = await settled(buying, own)
  if (!plan) return rejected('RECURRING_BUY_NOT_FOUND')
  const terms = readTerms(trading, trader, { market: marketOf(trading.catalogue, plan.marketId), ...request })
  if ('code' in terms) return terms
  const goesOn = plan.state === 'ACTIVE' && isDeepStrictEqual(plan.rhythm, terms.rhythm)
  const times = goesOn ? undefined : timesOf(nextDue(terms.rhythm, new Date(trading.now())), own)
  await updatePlan(database, { id, terms, state: paused ? 'PAUSED' : 'ACTIVE', times })
  return (await findPlan(database, own)) ?? rejected('RECURRING_BUY_NOT_FOUND')
}

/** Refuses RECURRING_BUY_NOT_FOUND. */
export async function endPlan(
  buying: RecurringBuying,
  own: { readonly id: number; readonly userId: number },
): Promise<Rejected | undefined> {
  await settled(buying, own)
  const at = new Date(buying.trading.now())
  return (await removePlan(buying.database, { ...own, at })) ? undefined : rejected('RECURRING_BUY_NOT_FOUND')
}

const areSame = (plan: PlanTerms, terms: PlanTerms) =>
  plan.marketId === terms.marketId &&
  plan.total === terms.total &&
  plan.ceiling === terms.ceiling &&
  isDeepStrictEqual(plan.rhythm, terms.rhythm)

/** A plan as its user may change it: a purchase that was made before a crash is written down first, while its due time is known. */
async function settled(
  buying: RecurringBuying,
  own: { readonly id: number; readonly userId: number },
): Promise<RecurringBuyRow | undefined> {
  const plan = await findPlan(buying.database, own)
  if (!plan || plan.dueAt.getTime() > buying.trading.now()) return plan
  const orderId = await findPurchase(buying, plan)
  if (orderId === undefined) return plan
  await writeEnd(buying, plan, { outcome: 'BOUGHT', orderId })
  return findPlan(buying.database, own)
}

/**
 * Refuses, in this order: MARKET_MAKER_NOT_ALLOWED, MARKET_IS_NOT_ACTIVE, UNACCEPTABLE_AMOUNT, by the bounds of quick trade at the present
 * price RECURRING_BUY_TOTAL_LOW and RECURRING_BUY_TOTAL_HIGH, UNIT_PRICE_INVALID. A market that is closed or halted opens again.
 */
function readTerms(
  { marketStateAt, quotes, now }: Trading,
  { supervisor }: Trader,
  { market, total: text, ceiling, rhythm }: PlanRequest & { readonly market: Market },
): PlanTerms | Rejected {
  if (supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  if (marketStateAt(market, now()).kind === 'cancel-only') return rejected('MARKET_IS_NOT_ACTIVE')
  const total = parseAmount(text, market.quote)
  if (total === undefined || total === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'total' })
  const asked = { marketId: market.id, total, rhythm }
  const quote = quotes.quoteFor(market, 'BUY')
  const misfit = quote === 'stale' ? undefined : rejectTotal(asked.total, { market, unitPrice: quote.price })
  if (misfit) return misfit
  if (ceiling === undefined) return { ...asked, ceiling: undefined }
  const price = parseUnitPrice(ceiling, market)
  if (price !== undefined) return { ...asked, ceiling: price }
  const details = { tick: formatDecimal(market.tick, PRICE_DECIMALS), coin: market.quote.symbol }
  return rejected('UNIT_PRICE_INVALID', { field: 'ceiling', details })
}

/** The refusal of a total that quick trade would refuse now, with the bound: `{ min: "100000", coin: "TOMAN" }`, or `max`. */
function rejectTotal(total: Amount, { market, unitPrice }: { market: Market; unitPrice: Price }): Rejected | undefined {
  const { base, quote } = market
  const { min, max } = base.quickTrade
  const { quantity } = purchaseFor({ total, unitPrice, market })
  const coin = quote.symbol
  const scale = { decimals: quote.decimals, billedDecimals: billedDecimals(quote) }
  const worth = (bound: Amount, direction: 'up' | 'down') =>
    formatDecimal(
      billed(wholePrice({ quantity: bound, unitPrice, market }, direction), scale, direction),
      scale.decimals,
    )
  if (quantity < min)
    return rejected('RECURRING_BUY_TOTAL_LOW', { field: 'total', details: { min: worth(min, 'up'), coin } })
  if (quantity > max)
    return rejected('RECURRING_BUY_TOTAL_HIGH', { field: 'total', details: { max: worth(max, 'down'), coin } })
  return undefined
}
