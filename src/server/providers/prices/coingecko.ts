import { z } from 'zod'
import { callVendor, type Unavailable, unavailable } from '../call-vendor.ts'
import { parseFeedPercent, parseFeedPrice, parseFeedTime } from './feed-texts.ts'
import type { FindDollarPrice, PriceSources, Quote } from './prices.ts'

export interface CoinGeckoSettings {
  /** "https://api.coingecko.com/api/v3", or the sandbox's address, without a trailing slash. */
  readonly apiUrl: string
  /** The key of the demo plan; `undefined` for anonymous use. */
  readonly apiKey: string | undefined
  readonly timeoutMs: number
}

const Reply = z.record(
  z.string(),
  z
    .object({ usd: z.string(), usd_24h_change: z.string().nullish(), last_updated_at: z.string() })
    .nullable()
    .catch(null),
)

/** `simple/price`: dollars per coin, by its symbol. A coin without a price or its time is left out. */
export async function fetchDollarQuotes(
  settings: CoinGeckoSettings,
  sources: PriceSources,
): Promise<{ kind: 'quoted'; usdPerCoin: ReadonlyMap<string, Quote> } | Unavailable> {
  const asked = await fetchQuotes(settings, [...sources.values()])
  if (asked.kind === 'unavailable') return asked
  const usdPerCoin = new Map<string, Quote>()
  for (const [symbol, id] of sources) {
    const quote = asked.quoteById.get(id)
    if (quote) usdPerCoin.set(symbol, quote)
  }
  return usdPerCoin.size > 0 ? { kind: 'quoted', usdPerCoin } : unavailable('MALFORMED_REPLY')
}

/** Finds the quote of one ID. */
export const createFindDollarPrice =
  (settings: CoinGeckoSettings): FindDollarPrice =>
  async (id) => {
    const asked = await fetchQuotes(settings, [id])
    return asked.kind === 'unavailable' ? asked : { kind: 'asked', quote: asked.quoteById.get(id) }
  }

async function fetchQuotes(
  settings: CoinGeckoSettings,
  ids: readonly string[],
): Promise<{ kind: 'asked'; quoteById: ReadonlyMap<string, Quote> } | Unavailable> {
  const query = new URLSearchParams({
    ids: ids.join(','),
    vs_currencies: 'usd',
    include_24hr_change: 'true',
    include_last_updated_at: 'true',
    precision: 'full',
  })
  const reply = await callVendor({
    url: `${settings.apiUrl}/simple/price?${query}`,
    method: 'GET',
    headers: settings.apiKey === undefined ? {} : { 'x-cg-demo-api-key': settings.apiKey },
    timeoutMs: settings.timeoutMs,
    retry: 'broken',
  })
  if (reply.kind === 'unavailable') return reply
  if (reply.status !== 200) return unavailable('ACCOUNT_REFUSED')
  const rows = Reply.safeParse(reply.json).data
  if (rows === undefined) return unavailable('MALFORMED_REPLY')
  const quoteById = new Map<string, Quote>()
  for (const [id, row] of Object.entries(rows)) {
    const price = row ? parseFeedPrice(row.usd, { inRial: false }) : undefined
    const at = row ? parseFeedTime(row.last_updated_at) : undefined
    if (!row || price === undefined || at === undefined) continue
    quoteById.set(id, { price, at, change24hPercent: parseFeedPercent(row.usd_24h_change ?? '') })
  }
  return { kind: 'asked', quoteById }
}
