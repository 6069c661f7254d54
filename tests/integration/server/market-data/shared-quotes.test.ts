import { expect, test } from 'vitest'
import { price } from '#domain/units.ts'
import { askForAll, sharedFeed } from '#server/market-data/shared-quotes.ts'
import type { Quote, Quotes, QuotesOutcome } from '#server/providers/prices/prices.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const AT = new Date('2026-11-29T08:00:00.123Z')
const quote = (units: bigint, change24hPercent?: string): Quote => ({ price: price(units), change24hPercent, at: AT })
const QUOTES: Quotes = {
  at: AT,
  tomanPerUsd: { buy: quote(11_234_500_000_000n, '-1.25'), sell: quote(11_200_000_000_000n) },
  usdPerCoin: new Map([
    ['BITCOIN', quote(9_876_543_210_987_654n, '0.5')],
    ['TETHER', quote(100_000_000n)],
  ]),
  tomanPerGoldGram: quote(1_234_567_890_123_456_789n),
}

onDatabase('prices that one process asks for', (open) => {
  const ask = (database: Parameters<typeof sharedFeed>[0], outcome: QuotesOutcome) =>
    askForAll({ database, priceFeed: { quotes: async () => outcome }, now: () => AT }, new Map())

  test('are known to all to the last digit, and a vendor that does not answer changes nothing', async () => {
    const database = await open()
    const feed = sharedFeed(database)
    expect(await feed.quotes(new Map())).toEqual({ kind: 'unavailable', fault: 'UNREACHABLE' })
    await ask(database, { kind: 'quotes', ...QUOTES })
    expect(await feed.quotes(new Map())).toEqual({ kind: 'quotes', ...QUOTES })
    await ask(database, { kind: 'unavailable', fault: 'TIMEOUT' })
    expect(await feed.quotes(new Map())).toEqual({ kind: 'quotes', ...QUOTES })
    const later = { ...QUOTES, tomanPerGoldGram: quote(7n) }
    await ask(database, { kind: 'quotes', ...later })
    expect(await feed.quotes(new Map())).toEqual({ kind: 'quotes', ...later })
  })
})
