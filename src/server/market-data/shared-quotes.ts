import * as z from 'zod/mini'
import type { PriceFeed, PriceSources, Quotes } from '#server/providers/prices/prices.ts'
import { orAbsent, PriceText } from '../exchange/wire.ts'
import type { Queryable } from '../store/database.ts'
import { readQuotes, saveQuotes } from '../store/market-data/quotes.ts'

const Time = z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (at) => at.toISOString() })

const QuoteText = z.strictObject({
  price: PriceText,
  change24hPercent: orAbsent(z.string()),
  at: Time,
})

/** The quotes of a feed as JSON, for other processes. */
const QuotesText: z.ZodMiniType<Quotes> = z.strictObject({
  at: Time,
  tomanPerUsd: z.strictObject({ buy: QuoteText, sell: QuoteText }),
  usdPerCoin: z.codec(z.array(z.tuple([z.string(), QuoteText])), z.custom<Quotes['usdPerCoin']>(), {
    decode: (entries) => new Map(entries),
    encode: (quotes) => [...quotes],
  }),
  tomanPerGoldGram: QuoteText,
})

/** Asks the vendor, and keeps the answer for all processes. What does not answer leaves the last answer, which grows older. */
export async function askForAll(
  { database, priceFeed, now }: { database: Queryable; priceFeed: PriceFeed; now: () => Date },
  sources: PriceSources,
): Promise<void> {
  const { kind, ...quotes } = await priceFeed.quotes(sources)
  if (kind !== 'quotes' || !('usdPerCoin' in quotes)) return
  await saveQuotes(database, { quotes: JSON.stringify(z.encode(QuotesText, quotes)), at: now() })
}

/** The quotes that one process has asked for, so that a price that one process showed is known to all of them. */
export const sharedFeed = (database: Queryable): PriceFeed => ({
  async quotes() {
    const kept = await readQuotes(database)
    if (kept === undefined) return { kind: 'unavailable', fault: 'UNREACHABLE' }
    return { kind: 'quotes', ...z.decode(QuotesText, JSON.parse(kept)) }
  },
})
