import {
  changeRecurringBuy,
  createRecurringBuy,
  getRecurringBuyRuns,
  getRecurringBuys,
  removeRecurringBuy,
} from '#contract/recurring-buys.ts'
import { Rejected, rejected, rejectPage } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { amount, PRICE_DECIMALS, type Price } from '#domain/units.ts'
import { type Route, route } from '../../http/route.ts'
import {
  findPlan,
  type PurchaseRow,
  type RecurringBuyRow,
  readPlans,
  readPurchases,
} from '../../store/trading/recurring-buys.ts'
import { marketOf } from '../trading.ts'
import type { RecurringBuying } from './buy-due.ts'
import { changePlan, createPlan, endPlan } from './plans.ts'

/** The recurring buys of a user. */
export function recurringBuyRoutes(buying: RecurringBuying): Route[] {
  const { database, trading } = buying
  const onWire = (plan: RecurringBuyRow) => planOnWire(plan, marketOf(trading.catalogue, plan.marketId))
  const answered = (plan: RecurringBuyRow | Rejected) => (plan instanceof Rejected ? plan : { baseDTO: onWire(plan) })
  return [
    route(getRecurringBuys, async ({ caller: { userId } }) => ({
      content: (await readPlans(database, userId)).map(onWire),
    })),
    route(createRecurringBuy, async ({ caller, body, idempotencyKey: key }) =>
      answered(await createPlan(buying, caller, { ...body, key })),
    ),
    route(changeRecurringBuy, async ({ caller, params: { id }, body }) =>
      answered(await changePlan(buying, caller, { ...body, id: readId(id) })),
    ),
    route(
      removeRecurringBuy,
      async ({ caller: { userId }, params: { id } }) => (await endPlan(buying, { id: readId(id), userId })) ?? {},
    ),
    route(getRecurringBuyRuns, async ({ caller: { userId }, params: { id }, query }) => {
      const misfit = rejectPage(query)
      if (misfit) return misfit
      const plan = await findPlan(database, { id: readId(id), userId })
      if (!plan) return rejected('RECURRING_BUY_NOT_FOUND')
      const market = marketOf(trading.catalogue, plan.marketId)
      const { rows, ...more } = await readPurchases(database, plan.id, query)
      return { content: rows.map((row) => purchaseOnWire(row, market)), ...more }
    }),
  ]
}

const priceText = (price: Price | undefined) => (price === undefined ? null : formatDecimal(price, PRICE_DECIMALS))

function planOnWire(plan: RecurringBuyRow, { symbol, quote }: Market) {
  const { id, total, ceiling, rhythm, state, reason = null, dueAt, startsAt, createdAt } = plan
  const isActive = state === 'ACTIVE'
  return {
    id: String(id),
    marketType: symbol,
    total: formatDecimal(total, quote.decimals),
    ceiling: priceText(ceiling),
    rhythm,
    state,
    reason,
    nextDateTime: isActive ? dueAt.toISOString() : null,
    waitsUntilDateTime: isActive && startsAt > dueAt ? startsAt.toISOString() : null,
    createdAtDateTime: createdAt.toISOString(),
  }
}

function purchaseOnWire(row: PurchaseRow, { base, quote }: Market) {
  const { id, dueAt, at, outcome, reason = null, orderId, unitPrice, executed, executedValue, wage } = row
  return {
    id: String(id),
    dueDateTime: dueAt.toISOString(),
    atDateTime: at.toISOString(),
    outcome,
    reason,
    orderId: orderId === undefined ? null : String(orderId),
    unitPrice: priceText(unitPrice),
    total: executedValue === undefined ? null : formatDecimal(executedValue, quote.decimals),
    received:
      executed === undefined || wage === undefined ? null : formatDecimal(amount(executed - wage), base.decimals),
  }
}
