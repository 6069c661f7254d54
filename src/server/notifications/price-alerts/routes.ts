import type { ErrorCode } from '#contract/errors.ts'
import { createPriceAlert, getPriceAlerts, removePriceAlert } from '#contract/price-alerts.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { type Market, parseUnitPrice, UNIT_PRICE_MAX } from '#domain/market.ts'
import { type AlertBounds, boundsAround, PRICE_ALERTS_MAX, reaches } from '#domain/price-alert.ts'
import { PRICE_DECIMALS, type Price } from '#domain/units.ts'
import { type Route, route } from '../../http/route.ts'
import type { Database } from '../../store/database.ts'
import {
  deleteOwnAlert,
  insertPriceAlert,
  type PriceAlertRow,
  readLastPrice,
  readPriceAlerts,
} from '../../store/notifications/price-alerts.ts'
import type { PriceWatch } from './watch-prices.ts'

export interface PriceAlertServices {
  readonly database: Database
  readonly catalogue: { readonly markets: readonly Market[]; readonly marketBySymbol: ReadonlyMap<string, Market> }
  readonly feedPrice: (market: Market) => Price | undefined
  readonly watch: Pick<PriceWatch, 'add' | 'remove'>
  readonly now: () => Date
}

type Asked =
  | { readonly kind: 'ABOVE' | 'BELOW'; readonly price: string }
  | { readonly kind: 'PERCENT'; readonly percent: string }

/** The price alerts of a user. */
export function priceAlertRoutes({ database, catalogue, feedPrice, watch, now }: PriceAlertServices): Route[] {
  const onWire = (alert: PriceAlertRow) => alertOnWire(alert, catalogue.markets)
  return [
    route(getPriceAlerts, async ({ caller }) => ({
      content: (await readPriceAlerts(database, caller.userId)).flatMap(onWire),
    })),
    route(createPriceAlert, async ({ caller: { userId }, body }) => {
      const market = catalogue.marketBySymbol.get(body.marketType)
      if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
      // The price that the app shows, which is also the one that triggers the alert.
      const present = (await readLastPrice(database, market.id)) ?? feedPrice(market)
      if (present === undefined) return rejected('PRICE_STALE')
      const bounds = boundsOf(body, { market, present })
      if ('code' in bounds) return bounds
      const percent = body.kind === 'PERCENT' ? body.percent : undefined
      const asked = { userId, marketId: market.id, kind: body.kind, percent, ...bounds, createdAt: now() }
      const alert = await database.transaction((tx) => insertPriceAlert(tx, asked, PRICE_ALERTS_MAX))
      if (typeof alert === 'string') return rejected(alert)
      const [baseDTO] = onWire(alert)
      if (!baseDTO) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
      watch.add(alert)
      return { baseDTO }
    }),
    route(removePriceAlert, async ({ caller: { userId }, params: { id } }) => {
      const removed = await deleteOwnAlert(database, { id, userId })
      if (removed === undefined) return rejected('PRICE_ALERT_NOT_FOUND')
      watch.remove(removed)
      return {}
    }),
  ]
}

function boundsOf(asked: Asked, { market, present }: { market: Market; present: Price }): AlertBounds | Rejected {
  if (asked.kind === 'PERCENT')
    return (
      boundsAround(present, asked.percent, market.tick) ?? rejected('PRICE_ALERT_PERCENT_INVALID', { field: 'percent' })
    )
  const price = parseUnitPrice(asked.price, market)
  if (price === undefined) return rejectAlertPrice(asked.price, market)
  const bounds = asked.kind === 'ABOVE' ? { above: price, below: undefined } : { above: undefined, below: price }
  if (!reaches(bounds, present)) return bounds
  const side = asked.kind === 'ABOVE' ? 'over' : 'under'
  const details = { [side]: decimalOf(present), coin: market.quote.symbol }
  return rejected('PRICE_ALERT_REACHED', { field: 'price', details })
}

/** Refuses a price that the market cannot have, with the bound that it breaks: `{ min: "100", coin: "TOMAN" }`, `max` or `tick`. */
function rejectAlertPrice(text: string, { tick, quote }: Market): Rejected {
  const refusal = (code: ErrorCode, bound: object) =>
    rejected(code, { field: 'price', details: { ...bound, coin: quote.symbol } })
  const asked = parseDecimal(text, PRICE_DECIMALS)
  if (asked !== undefined && asked < tick) return refusal('PRICE_ALERT_TOO_LOW', { min: decimalOf(tick) })
  if (asked !== undefined && asked > UNIT_PRICE_MAX)
    return refusal('PRICE_ALERT_TOO_HIGH', { max: decimalOf(UNIT_PRICE_MAX) })
  return refusal('UNIT_PRICE_INVALID', { tick: decimalOf(tick) })
}

const decimalOf = (figure: bigint) => formatDecimal(figure, PRICE_DECIMALS)

const priceText = (price: Price | undefined) => (price === undefined ? null : decimalOf(price))

/** Empty for an alert of a market that no longer exists. */
function alertOnWire(
  { id, marketId, kind, percent, above, below, createdAt }: PriceAlertRow,
  markets: readonly Market[],
) {
  const market = markets.find((one) => one.id === marketId)
  if (!market) return []
  return [
    {
      id: String(id),
      marketType: market.symbol,
      kind,
      percent: percent ?? null,
      above: priceText(above),
      below: priceText(below),
      createdAtDateTime: createdAt.toISOString(),
    },
  ]
}
