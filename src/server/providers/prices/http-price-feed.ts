import { z } from 'zod'
import { callVendor, type Unavailable, unavailable } from '../call-vendor.ts'
import { type CoinGeckoSettings, fetchDollarQuotes } from './coingecko.ts'
import { parseFeedPercent, parseFeedPrice, parseFeedTime } from './feed-texts.ts'
import type { PriceFeed, Quotes } from './prices.ts'

/**
 * The places of the figures in the source's JSON: keys joined by dots, list positions as numbers ("data.0.price"). A source with one price
 * for both sides is named twice.
 */
export interface TomanFields {
  /** The price at which a customer buys a dollar. */
  readonly usdBuy: string
  /** The price at which a customer sells a dollar. */
  readonly usdSell: string
  /** One gram of 18-carat gold. */
  readonly goldGram: string
  /** Unix seconds, unix milliseconds or ISO 8601. Without it a stale price would look current. */
  readonly updatedAt: string
  readonly usdChange24h: string | undefined
  readonly goldChange24h: string | undefined
}

export interface TomanSourceSettings {
  /** Any address that answers a GET with JSON. */
  readonly url: string
  /** Most Iranian sources use Rial. */
  readonly currency: 'IRT' | 'IRR'
  readonly fields: TomanFields
  readonly timeoutMs: number
}

const Branch = z.record(z.string(), z.unknown())

/** The text or number at a path; `undefined` if there is none. */
function textAt(json: unknown, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  let node = json
  for (const key of path.split('.')) {
    const branch = Branch.safeParse(Array.isArray(node) ? { ...node } : node).data
    node = branch && Object.hasOwn(branch, key) ? branch[key] : undefined
  }
  return typeof node === 'string' ? node : undefined
}

export type TomanQuotes = Pick<Quotes, 'tomanPerUsd' | 'tomanPerGoldGram'>

/** Toman per dollar and per gram of gold from a configured source. A sell price above the buy price is refused. */
export async function fetchTomanQuotes(
  settings: TomanSourceSettings,
): Promise<({ kind: 'quoted' } & TomanQuotes) | Unavailable> {
  const { url, timeoutMs, fields } = settings
  const reply = await callVendor({ url, method: 'GET', timeoutMs, retry: 'broken' })
  if (reply.kind === 'unavailable') return reply
  if (reply.status !== 200) return unavailable('ACCOUNT_REFUSED')
  const inRial = settings.currency === 'IRR'
  const priceAt = (path: string) => parseFeedPrice(textAt(reply.json, path) ?? '', { inRial })
  const changeAt = (path: string | undefined) => parseFeedPercent(textAt(reply.json, path) ?? '')
  const at = parseFeedTime(textAt(reply.json, fields.updatedAt) ?? '')
  const buy = priceAt(fields.usdBuy)
  const sell = priceAt(fields.usdSell)
  const gold = priceAt(fields.goldGram)
  if (at === undefined || buy === undefined || sell === undefined || gold === undefined || buy < sell) {
    return unavailable('MALFORMED_REPLY')
  }
  const usdChange = changeAt(fields.usdChange24h)
  return {
    kind: 'quoted',
    tomanPerUsd: {
      buy: { price: buy, change24hPercent: usdChange, at },
      sell: { price: sell, change24hPercent: usdChange, at },
    },
    tomanPerGoldGram: { price: gold, change24hPercent: changeAt(fields.goldChange24h), at },
  }
}

export interface HttpPriceFeedSettings {
  readonly coins: CoinGeckoSettings
  readonly toman: TomanSourceSettings
}

/** Dollars per coin from CoinGecko, Toman per dollar and per gram of gold from a configured source, fetched together. */
export function createHttpPriceFeed(settings: HttpPriceFeedSettings): PriceFeed {
  return {
    async quotes(sources) {
      const [dollars, toman] = await Promise.all([
        fetchDollarQuotes(settings.coins, sources),
        fetchTomanQuotes(settings.toman),
      ])
      if (dollars.kind === 'unavailable') return dollars
      if (toman.kind === 'unavailable') return toman
      const { usdPerCoin } = dollars
      const { tomanPerUsd, tomanPerGoldGram } = toman
      const everyAtMs = [tomanPerUsd.buy, tomanPerGoldGram, ...usdPerCoin.values()].map(({ at }) => at.getTime())
      return { kind: 'quotes', at: new Date(Math.min(...everyAtMs)), tomanPerUsd, usdPerCoin, tomanPerGoldGram }
    },
  }
}
