import * as contract from '#contract/operations-markets.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { OrderRecord } from '#domain/order.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { type Route, route } from '../../http/route.ts'
import { toTick } from '../../market-data/quote-prices.ts'
import { showState } from '../../market-data/show-market.ts'
import { readAccountFacts } from '../../store/accounts/console-users.ts'
import { readMakersOff, readStrategies } from '../../store/trading/maker-strategies.ts'
import { readStandingHalts } from '../../store/trading/market-halts.ts'
import { findAnyOrder, findOrderOwner, readNewestStanding } from '../../store/trading/orders.ts'
import { orderOnWire } from '../../trading/order-on-wire.ts'
import { actingOf, actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOrDone } from '../proposals/proposal.ts'
import { recordCustomerLook } from '../record-look.ts'
import { maskedFor } from '../user-on-wire.ts'
import { cancelAnyOrder } from './cancel-any-order.ts'
import { haltMarket, resumeMarket, switchMaker } from './operate-market.ts'

const ORDERS_MAX = 100

/** The routes of the markets and of their orders. */
export function marketRoutes(services: ConsoleServices): Route[] {
  return [...stateRoutes(services), ...orderRoutes(services)]
}

function stateRoutes(services: ConsoleServices): Route[] {
  const { accounts, catalogue, states, prices } = services
  const { database, now } = accounts
  return [
    route(contract.getOperatedMarkets, async () => {
      const strategies = await readStrategies(database)
      const halts = await readStandingHalts(database)
      const makersOff = await readMakersOff(database)
      const at = now().getTime()
      return {
        // Operators can do nothing more in a market that has ended.
        content: catalogue.markets
          .filter(({ active }) => active)
          .map((market) => ({
            marketType: market.symbol,
            state: showState(states.stateAt(market, at)),
            halted: halts.some(({ marketId }) => marketId === market.id),
            halt: sinceAndBy(halts, market),
            makerEnabled: strategies.get(market.id)?.enabled ?? null,
            makerOff: sinceAndBy(makersOff, market),
            price: priceOf(prices, market),
          })),
      }
    }),
    route(contract.haltMarket, async (call) => {
      const { kind, reasonFa: fa, reasonEn: en } = call.body
      const halt = { kind, reason: { fa, en } }
      return (await haltMarket(services, { symbol: call.params.market, halt }, actingOf(call))) ?? {}
    }),
    route(contract.resumeMarket, async (call) => (await resumeMarket(services, call.params.market, actOf(call))) ?? {}),
    route(contract.switchMaker, async (call) => {
      const asked = { symbol: call.params.market, enabled: call.body.enabled }
      return idOrDone(await switchMaker(services, asked, actOf(call)))
    }),
  ]
}

/** Since when, and by whom, operators have switched something off in a market. */
function sinceAndBy(
  rows: readonly { readonly marketId: number; readonly since: Date; readonly by: string | undefined }[],
  { id }: Market,
) {
  const row = rows.find(({ marketId }) => marketId === id)
  return row ? { since: row.since.toISOString(), by: row.by ?? null } : null
}

/** The price on the market's tick, as traders read prices. */
function priceOf(prices: ConsoleServices['prices'], market: Market) {
  const quote = prices.latest(market)
  if (!quote) return null
  return {
    value: formatDecimal(toTick(quote.middle, market.tick, 'down'), PRICE_DECIMALS),
    at: new Date(quote.at).toISOString(),
    stale: prices.ageOf([market]).stale,
  }
}

function orderRoutes(services: ConsoleServices): Route[] {
  const { accounts, catalogue } = services
  const { database } = accounts
  const onWire = (order: OrderRecord) => {
    const market = catalogue.markets.find(({ id }) => id === order.marketId)
    return market ? [orderOnWire(order, market)] : []
  }
  return [
    route(contract.getAnyOrder, async (call) => {
      const found = await findAnyOrder(database, readId(call.params.id))
      const [order] = found ? onWire(found) : []
      if (!found || !order) return rejected('ORDER_NOT_FOUND')
      const { id, name, mobile, systemName } = await findOrderOwner(database, found.userId)
      const tooMany = systemName === undefined && (await recordCustomerLook(services, id, call))
      if (tooMany) return tooMany
      const mobileNumber = mobile && maskedFor(call.caller.roles, mobile)
      const owner = { id: String(id), name, mobileNumber, systemName: systemName ?? null }
      return { baseDTO: { order, owner } }
    }),
    route(contract.getOpenOrdersOf, async (call) => {
      const userId = readId(call.params.id)
      const isCustomer = (await readAccountFacts(database, userId)) !== undefined
      const tooMany = isCustomer && (await recordCustomerLook(services, userId, call))
      if (tooMany) return tooMany
      const standing = await readNewestStanding(database, { userId, rowsMax: ORDERS_MAX })
      return { content: standing.flatMap(onWire) }
    }),
    route(contract.cancelAnyOrder, async (call) => {
      const asked = { orderId: readId(call.params.id), key: call.idempotencyKey }
      const cancelled = await cancelAnyOrder(services, asked, actOf(call))
      if (cancelled instanceof Rejected) return cancelled
      const [order] = onWire(cancelled)
      return order ? { baseDTO: order } : rejected('ORDER_NOT_FOUND')
    }),
  ]
}
