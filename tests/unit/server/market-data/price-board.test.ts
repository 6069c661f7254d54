import { afterEach, expect, test } from 'vitest'
import type { Market } from '#domain/market.ts'
import { amount, ppm } from '#domain/units.ts'
import { createValuation, openPriceBoard, type PriceBoard } from '#server/market-data/price-board.ts'
import type { Quotes } from '#server/providers/prices/prices.ts'
import { aCoin, GOLD, TOMAN } from '#tests/builders/coins.ts'
import { aMarket } from '#tests/builders/markets.ts'
import { priceOf, quoteOf, quotesOf } from '#tests/builders/quotes.ts'

const START = Date.parse('2026-11-20T08:00:00Z')
const goldToman = aMarket({ id: 3, base: GOLD, quote: TOMAN, tick: priceOf('100') })

let board: PriceBoard | undefined
afterEach(() => board?.close())

/** A board whose feed and clock the test moves. */
async function openBoard(markets: readonly Market[] = [goldToman]) {
  const turn = { nowMs: START, quotes: undefined as Quotes | undefined, warnings: 0, asked: [] as string[] }
  const opened = openPriceBoard({
    markets,
    priceFeed: {
      quotes: async (sources) => {
        turn.asked = [...sources].map(([coin, id]) => `${coin} ${id}`)
        return turn.quotes ? { kind: 'quotes', ...turn.quotes } : { kind: 'unavailable', fault: 'TIMEOUT' }
      },
    },
    log: {
      warn() {
        turn.warnings += 1
      },
    },
    now: () => turn.nowMs,
    spread: ppm(0n),
    pollMs: 3_600_000,
    quoteAgeMsMax: 30_000,
  })
  board = opened
  const publish = (goldGram: string, at = turn.nowMs) => {
    turn.quotes = quotesOf({ at: new Date(at), goldGram })
    return opened.poll()
  }
  return { board: opened, turn, publish }
}

test('before the feed has answered there is no price, and it is logged once', async () => {
  const { board, turn } = await openBoard()
  await board.poll()
  expect(turn.warnings).toBe(0)
  for (let i = 0; i < 5; i++) await board.poll()
  expect(board.quoteFor(goldToman, 'BUY')).toBe('stale')
  expect(board.ageOf([goldToman]).stale).toBe(true)
  expect(turn.warnings).toBe(1)
})

test('a price is fresh for thirty seconds after its source saw it', async () => {
  const { board, turn, publish } = await openBoard()
  await publish('11000000')
  expect(board.quoteFor(goldToman, 'SELL')).toEqual({
    price: priceOf('11000000'),
    at: START,
    goodUntil: START + 30_000,
  })
  turn.nowMs = START + 30_000
  expect(board.quoteFor(goldToman, 'SELL')).not.toBe('stale')
  turn.nowMs = START + 30_001
  expect(board.quoteFor(goldToman, 'SELL')).toBe('stale')
  expect(board.middleFor(goldToman)).toBe('stale')
  expect(board.ageOf([goldToman])).toEqual({ at: new Date(START), stale: true })
})

test('a price that was replaced is honoured for fifteen seconds from then; one that never was, never', async () => {
  const { board, turn, publish } = await openBoard()
  await publish('11000000')
  turn.nowMs += 5_000
  await publish('11000100')
  const honouredUntil = (text: string) =>
    board.honouredUntil(goldToman, { side: 'BUY', price: priceOf(text), nowMs: turn.nowMs })
  turn.nowMs += 12_000
  expect(honouredUntil('11000000')).toBe(START + 20_000)
  expect(honouredUntil('11000100')).toBe(turn.nowMs + 15_000)
  expect(honouredUntil('11000200')).toBeUndefined()
})

test('a market that is added while the board runs has its price with the next answer', async () => {
  const cardano = { ...aCoin({ id: 20, symbol: 'CARDANO', decimals: 6, precision: 2 }), priceSource: 'cardano' }
  const markets = [goldToman]
  const { board, turn } = await openBoard(markets)
  await board.poll()
  expect(turn.asked).toEqual([])
  const added = aMarket({ id: 20, base: cardano, quote: TOMAN })
  markets.push(added)
  const quotes = quotesOf({ at: new Date(START) })
  const quoted = new Map([...quotes.usdPerCoin, ['CARDANO', quoteOf('0.5', { at: new Date(START) })]])
  turn.quotes = { ...quotes, usdPerCoin: quoted }
  await board.poll()
  expect(turn.asked).toEqual(['CARDANO cardano'])
  expect(board.middleFor(added)).toMatchObject({ price: priceOf('50000') })
})

test('an answer that is older than the one that stands brings nothing back', async () => {
  const { board, publish } = await openBoard()
  await publish('11000000', START)
  await publish('10000000', START - 1)
  expect(board.quoteFor(goldToman, 'BUY')).toMatchObject({ price: priceOf('11000000') })
})

test('an amount is worth its middle price in Toman, and nothing that can be said when prices are old', async () => {
  const { board, turn, publish } = await openBoard()
  await publish('11000000')
  const { inToman } = createValuation(board, [goldToman])
  expect(inToman(GOLD, amount(1_500_000n))).toBe(16_500_000_000_000n)
  expect(inToman(TOMAN, amount(7n))).toBe(7n)
  turn.nowMs += 60_000
  expect(inToman(GOLD, amount(1_500_000n))).toBeUndefined()
  expect(inToman(TOMAN, amount(7n))).toBe(7n)
})
