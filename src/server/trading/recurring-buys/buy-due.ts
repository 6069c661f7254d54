import type { ErrorCode } from '#contract/errors.ts'
import { Rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Market } from '#domain/market.ts'
import { nextDue, purchaseFor, RECURRING_BUY_LATE_MS_MAX, type RecurringBuyReason } from '#domain/recurring-buy.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { readTradingTerms } from '../../store/accounts/levels.ts'
import type { Database } from '../../store/database.ts'
import { eachItem } from '../../store/each-item.ts'
import { readOrder } from '../../store/trading/orders.ts'
import {
  deferPurchase,
  endPurchase,
  findOrderOfKey,
  findPlan,
  type PlanTimes,
  type PurchaseEnd,
  type RecurringBuyRow,
  readDuePlans,
} from '../../store/trading/recurring-buys.ts'
import { quickTrade } from '../quick-trade.ts'
import type { Trading } from '../trading.ts'

export interface RecurringBuying {
  readonly database: Database
  readonly trading: Trading
  readonly log: { error(details: object, message: string): void }
}

/** Plans of one run; those beyond wait for the next, seconds later. */
const PLANS_MAX = 50
const RETRY_MS = MINUTE_MS
/** Purchases due at the same minute are spread over it by their users, so that a full hour is no burst. */
const SPREAD_SECONDS = 60

/** The times of a purchase that is due then. */
export const timesOf = (dueAt: Date, { userId }: { userId: number }): PlanTimes => ({
  dueAt,
  startsAt: dueAt,
  tryAt: new Date(dueAt.getTime() + (userId % SPREAD_SECONDS) * 1_000),
})

/**
 * The key of a purchase, from its plan and due time alone: whichever process makes it, and however often, it is one command of the
 * exchange.
 */
const keyOf = ({ id, dueAt }: Pick<RecurringBuyRow, 'id' | 'dueAt'>): string =>
  serverKey(`recurring-buy/${id}/${dueAt.getTime()}`)

/** The fate of a try: the purchase has ended, or is tried again then. */
type Fate =
  | PurchaseEnd
  | { readonly outcome: 'LATER'; readonly reason: RecurringBuyReason; readonly opensAt?: Date | undefined }

const skipped = (reason: RecurringBuyReason): Fate => ({ outcome: 'SKIPPED', reason })
const stopped = (reason: RecurringBuyReason): Fate => ({ outcome: 'STOPPED', reason })
const later = (reason: RecurringBuyReason, opensAt?: Date): Fate => ({ outcome: 'LATER', reason, opensAt })

/** Makes the purchases that are due, one after another. A failure of one does not affect the others; it is tried again. */
export async function buyDue(buying: RecurringBuying, stopping?: AbortSignal): Promise<void> {
  const { database, trading, log } = buying
  const plans = await readDuePlans(database, { now: new Date(trading.now()), max: PLANS_MAX })
  await eachItem(plans, (plan) => buyOnce(buying, plan), {
    ...{ log, label: ({ id }) => ({ plan: id }), failure: 'a recurring buy failed', stopping },
  })
}

async function buyOnce(buying: RecurringBuying, { id, userId, dueAt }: RecurringBuyRow): Promise<void> {
  const { database, trading } = buying
  // Read again: its user may have paused it while the ones before it were bought.
  const plan = await findPlan(database, { id, userId })
  if (plan?.state !== 'ACTIVE' || plan.dueAt.getTime() !== dueAt.getTime()) return
  const fate = await tryPurchase(buying, plan).catch(async (error: unknown) => {
    // The next try looks the outcome up first. It comes later, so that this purchase does not delay others.
    await defer(buying, plan, { reason: 'UNAVAILABLE' })
    throw error
  })
  if (fate.outcome === 'LATER') await defer(buying, plan, fate)
  else await writeEnd({ database, trading }, plan, fate)
}

/** Writes the outcome of a purchase with its notice, once. */
export async function writeEnd(
  { database, trading }: Pick<RecurringBuying, 'database' | 'trading'>,
  plan: RecurringBuyRow,
  end: PurchaseEnd,
): Promise<void> {
  const at = new Date(trading.now())
  const params = await noticeParams(trading, plan, end)
  // Purchases that are too late already are not made up for one by one.
  const from = Math.max(plan.dueAt.getTime(), at.getTime() - RECURRING_BUY_LATE_MS_MAX)
  const next = timesOf(nextDue(plan.rhythm, new Date(from)), plan)
  await database.transaction(async (tx) => {
    if (!(await endPurchase(tx, plan, { end, at, next }))) return
    await queueNotice(tx, {
      userId: plan.userId,
      kind: `RECURRING_BUY_${end.outcome}`,
      params,
      at,
      eventKey: `recurring-buy:${plan.id}:${plan.dueAt.getTime()}`,
    })
  })
}

async function noticeParams(
  { database, catalogue }: Trading,
  { userId, marketId }: RecurringBuyRow,
  { orderId, reason }: PurchaseEnd,
): Promise<Readonly<Record<string, string>>> {
  const market = catalogue.markets.find(({ id }) => id === marketId)
  const order = orderId === undefined ? undefined : await readOrder(database, { userId, orderId })
  return {
    ...(market && { market: market.symbol, coin: market.base.symbol }),
    ...(reason !== undefined && { reason }),
    ...(market && order && { amount: formatDecimal(order.executed, market.base.decimals) }),
    ...(order?.unitPrice !== undefined && { price: formatDecimal(order.unitPrice, PRICE_DECIMALS) }),
  }
}

function defer(
  { database, trading }: RecurringBuying,
  plan: RecurringBuyRow,
  { reason, opensAt }: { reason: RecurringBuyReason; opensAt?: Date | undefined },
): Promise<void> {
  const [startsAt, tryAt] = opensAt
    ? [opensAt, timesOf(opensAt, plan).tryAt]
    : [plan.startsAt, new Date(trading.now() + RETRY_MS)]
  return deferPurchase(database, plan, { startsAt, tryAt, reason })
}

/** A purchase that was made under this key before its outcome was written down. */
export async function findPurchase(
  { database, trading }: Pick<RecurringBuying, 'database' | 'trading'>,
  plan: RecurringBuyRow,
): Promise<number | undefined> {
  const whose = { userId: plan.userId, key: keyOf(plan) }
  const outcome = await trading.exchange.findOutcome(whose)
  if (outcome?.kind === 'order') return outcome.orderId
  // The exchange knows keys for a day; the order knows its own for ever.
  return trading.now() - plan.startsAt.getTime() > RECURRING_BUY_LATE_MS_MAX
    ? findOrderOfKey(database, whose)
    : undefined
}

async function tryPurchase(buying: RecurringBuying, plan: RecurringBuyRow): Promise<Fate> {
  const { trading } = buying
  const bought = await findPurchase(buying, plan)
  if (bought !== undefined) return { outcome: 'BOUGHT', orderId: bought }
  const now = trading.now()
  if (now - plan.startsAt.getTime() > RECURRING_BUY_LATE_MS_MAX) return skipped(plan.reason ?? 'MISSED')
  const market = trading.catalogue.markets.find(({ id }) => id === plan.marketId)
  if (!market) return stopped('MARKET_IS_NOT_ACTIVE')
  return closedFate(trading, plan, { market, now }) ?? buy(buying, plan, market)
}

/** `undefined` if the market is open. A closed one is waited for, unless the next purchase is due before it opens. */
function closedFate(
  { marketStateAt }: Trading,
  { rhythm, dueAt }: RecurringBuyRow,
  { market, now }: { market: Market; now: number },
): Fate | undefined {
  const state = marketStateAt(market, now)
  switch (state.kind) {
    case 'open':
      return undefined
    case 'cancel-only':
      return stopped('MARKET_IS_NOT_ACTIVE')
    case 'halted':
      return later('MARKET_HALTED')
    case 'closed':
      return state.opensAt !== undefined && state.opensAt < nextDue(rhythm, dueAt)
        ? later('MARKET_CLOSED', state.opensAt)
        : skipped('MARKET_CLOSED')
  }
}

/** Buys at the price of this moment, as far as the user's account, the ceiling and quick trade itself allow. */
async function buy({ trading }: RecurringBuying, plan: RecurringBuyRow, market: Market): Promise<Fate> {
  const { userId, total, ceiling } = plan
  const terms = await readTradingTerms(trading.database, userId)
  const { blocked } = await trading.leaving.readWithdrawer(userId)
  if (blocked) return stopped('ACCOUNT_FROZEN')
  if (!terms?.authorized) return stopped('ACCOUNT_NOT_AUTHORIZED')
  if (terms.supervisor) return stopped('MARKET_MAKER_NOT_ALLOWED')
  const quote = trading.quotes.quoteFor(market, 'BUY')
  if (quote === 'stale') return later('PRICE_STALE')
  if (ceiling !== undefined && quote.price > ceiling) return skipped('PRICE_ABOVE_CEILING')
  const { quantity, value } = purchaseFor({ total, unitPrice: quote.price, market })
  if (quantity === 0n) return skipped('AMOUNT_IS_LOW')
  const made = await quickTrade(
    trading,
    { userId, ...terms },
    {
      marketType: market.symbol,
      side: 'BUY',
      amount: formatDecimal(quantity, market.base.decimals),
      unitPrice: formatDecimal(quote.price, PRICE_DECIMALS),
      totalPrice: formatDecimal(value, market.quote.decimals),
      key: keyOf(plan),
    },
    'program',
  )
  return made instanceof Rejected ? fateOf(made) : { outcome: 'BOUGHT', orderId: readId(made.id) }
}

/** The fates of refused purchases. Any other refusal is tried again: the next price, or the next minute, may be accepted. */
const FATES: { readonly [code in ErrorCode]?: Fate } = {
  NOT_ENOUGH_BALANCE: stopped('NOT_ENOUGH_BALANCE'),
  MARKET_NOT_FOUND: stopped('MARKET_IS_NOT_ACTIVE'),
  MARKET_MAKER_NOT_ALLOWED: stopped('MARKET_MAKER_NOT_ALLOWED'),
  AMOUNT_IS_LOW: skipped('AMOUNT_IS_LOW'),
  AMOUNT_IS_HIGH: skipped('AMOUNT_IS_HIGH'),
  MARKET_IS_NOT_ACTIVE: later('MARKET_HALTED'),
  PRICE_STALE: later('PRICE_STALE'),
  HOUSE_LIMIT_REACHED: later('HOUSE_LIMIT_REACHED'),
}

const fateOf = ({ code }: Rejected): Fate => FATES[code] ?? later('UNAVAILABLE')
