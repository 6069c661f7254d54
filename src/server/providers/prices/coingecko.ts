import { z } from 'zod'
import { callVendor, type Unavailable, unavailable } from '../call-vendor.ts'
import { parseFeedPercent, parseFeedPrice, parseFeedTime } from './feed-texts.ts'
import { DOLLAR_COINS, type DollarCoin, type Quote } from './prices.ts'

export interface CoinGeckoSettings {
  /** "https://api.coingecko.com/api/v3", or the sandbox's address; without a slash at the end. */
  readonly apiUrl: string
  /** Of the demo plan; `undefined` for anonymous use. */
  readonly apiKey: string | undefined
  readonly timeoutMs: number
}

/** CoinGecko's names of our coins. MATIC lives on as POL. */
export const COINGECKO_IDS = {
  BITCOIN: 'bitcoin',
  BITCOIN_CASH: 'bitcoin-cash',
  DOGE_COIN: 'dogecoin',
  LITE_COIN: 'litecoin',
  DASH: 'dash',
  ETHEREUM: 'ethereum',
  CLASSIC_ETHEREUM: 'ethereum-classic',
  TETHER: 'tether',
  TRON: 'tron',
  CELO: 'celo',
  MATIC: 'polygon-ecosystem-token',
  RIPPLE: 'ripple',
  STELLAR: 'stellar',
  ELROND: 'elrond-erd-2',
  BINANCE_COIN_BSC: 'binancecoin',
} as const satisfies Record<DollarCoin, string>

const Reply = z.record(
  z.string(),
  z
    .object({ usd: z.string(), usd_24h_change: z.string().nullish(), last_updated_at: z.string() })
    .nullable()
    .catch(null),
)

/** `simple/price`: dollars per coin. A coin without a price or without its time is left out. */
export async function fetchDollarQuotes(
  settings: CoinGeckoSettings,
): Promise<{ kind: 'quoted'; usdPerCoin: ReadonlyMap<DollarCoin, Quote> } | Unavailable> {
  const query = new URLSearchParams({
    ids: Object.values(COINGECKO_IDS).join(','),
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
  const usdPerCoin = new Map<DollarCoin, Quote>()
  for (const coin of DOLLAR_COINS) {
    const row = rows[COINGECKO_IDS[coin]]
    const price = row ? parseFeedPrice(row.usd, { inRial: false }) : undefined
    const at = row ? parseFeedTime(row.last_updated_at) : undefined
    if (!row || price === undefined || at === undefined) continue
    usdPerCoin.set(coin, { price, at, change24hPercent: parseFeedPercent(row.usd_24h_change ?? '') })
  }
  return usdPerCoin.size > 0 ? { kind: 'quoted', usdPerCoin } : unavailable('MALFORMED_REPLY')
}
