import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Market } from '#domain/market.ts'
import { amount, ppm, price } from '#domain/units.ts'
import { decideQuotes } from '#server/operations/market-maker/decide-quotes.ts'
import { buildLadder, hasOutgrown, type LadderSettings } from '#server/operations/market-maker/ladder.ts'
import type { OwnOrder } from '#server/operations/market-maker/own-orders.ts'
import { GOLD, TOMAN } from '#tests/builders/coins.ts'
import { aMarket } from '#tests/builders/markets.ts'
import { priceOf } from '#tests/builders/quotes.ts'

const market = aMarket({ id: 3, base: GOLD, quote: TOMAN, tick: priceOf('100'), minAmount: amount(10_000n) })
const settings: LadderSettings = {
  halfSpread: ppm(1_500n),
  step: ppm(1_000n),
  levels: 5,
  levelWorth: amount(30_000_000_000_000n),
}

/** A market maker whose orders all rest: its decisions are carried out immediately. */
class Stand {
  own: OwnOrder[] = []
  #nextId = 1
  readonly #ladder
  readonly #market: Market

  constructor(middle: bigint, on: Market = market) {
    this.#market = on
    this.#ladder = buildLadder(on, price(middle), settings)
  }

  look(middle: bigint, reference = middle) {
    const given = {
      market: this.#market,
      reference: price(reference),
      middle: price(middle),
      ladder: this.#ladder,
      settings,
      own: this.own,
    }
    const decision = decideQuotes(given)
    const gone = new Set(decision.cancel.map(({ id }) => id))
    this.own = this.own
      .filter(({ id }) => !gone.has(id))
      .concat(
        decision.place.map((wanted) => ({
          ...wanted,
          id: this.#nextId++,
          marketId: this.#market.id,
          left: wanted.amount,
        })),
      )
    return decision
  }

  side(side: 'BUY' | 'SELL') {
    const prices = this.own.filter((order) => order.side === side).map(({ unitPrice }) => unitPrice)
    return prices.sort((a, b) => (a < b ? -1 : 1))
  }
}

const MIDDLE = priceOf('11500000')

test('at first both sides are put up, outside the half spread, on the tick, a step apart', () => {
  const stand = new Stand(MIDDLE)
  expect(stand.look(MIDDLE).place).toHaveLength(10)
  const bids = stand.side('BUY')
  const asks = stand.side('SELL')
  const best = bids.at(-1) ?? 0n
  expect(best).toBeLessThanOrEqual((MIDDLE * 998_500n) / 1_000_000n)
  expect(asks[0]).toBeGreaterThanOrEqual((MIDDLE * 1_001_500n) / 1_000_000n)
  for (const each of [...bids, ...asks]) expect(each % market.tick).toBe(0n)
  const [first = 0n, second = 0n] = asks
  expect(second - first).toBe(priceOf('11500'))
})

test('a second look at the same price changes nothing', () => {
  const stand = new Stand(MIDDLE)
  stand.look(MIDDLE)
  expect(stand.look(MIDDLE)).toEqual({ cancel: [], place: [] })
})

test('a move of two steps changes two orders at either end', () => {
  const stand = new Stand(MIDDLE)
  stand.look(MIDDLE)
  const { cancel, place } = stand.look((MIDDLE * 1_002n) / 1_000n)
  expect(cancel.length).toBeLessThanOrEqual(4)
  expect(place.length).toBeLessThanOrEqual(4)
})

test('an order of which little is left is put up afresh', () => {
  const stand = new Stand(MIDDLE)
  stand.look(MIDDLE)
  stand.own = stand.own.map((order, i) => (i === 0 ? { ...order, left: amount(order.amount / 5n) } : order))
  const { cancel, place } = stand.look(MIDDLE)
  expect(cancel).toHaveLength(1)
  expect(place).toMatchObject([{ unitPrice: cancel[0]?.unitPrice, amount: cancel[0]?.amount }])
})

test('orders between the rungs, of a run before, are taken down', () => {
  const stand = new Stand(MIDDLE)
  const stray = {
    id: 99,
    marketId: 3,
    side: 'BUY',
    unitPrice: priceOf('11400100'),
    amount: amount(5n),
    left: amount(5n),
  }
  stand.own = [{ ...stray, side: 'BUY' }]
  expect(stand.look(MIDDLE).cancel.map(({ id }) => id)).toEqual([99])
})

test('a ladder is outgrown after a tenth, by another step, and by a tick that its rungs do not keep', () => {
  const ladder = buildLadder(market, MIDDLE, settings)
  const now = { middle: MIDDLE, step: settings.step, tick: market.tick }
  expect(hasOutgrown(ladder, { ...now, middle: price((MIDDLE * 109n) / 100n) })).toBe(false)
  expect(hasOutgrown(ladder, { ...now, middle: price((MIDDLE * 111n) / 100n) })).toBe(true)
  expect(hasOutgrown(ladder, { ...now, step: ppm(settings.step + 1n) })).toBe(true)
  expect(hasOutgrown(ladder, { ...now, tick: priceOf('50') })).toBe(false)
  expect(hasOutgrown(ladder, { ...now, tick: priceOf('700') })).toBe(true)
})

test('no strategy sells below the reference price or buys above it, however far its own middle lies from it', () => {
  const stand = new Stand(MIDDLE)
  const low = (MIDDLE * 997n) / 1_000n
  expect(stand.look(low, MIDDLE).place.length).toBeGreaterThan(0)
  const asks = stand.side('SELL')
  expect(asks[0]).toBeGreaterThanOrEqual(MIDDLE)
  expect(asks.length).toBeLessThan(5)
  expect(stand.side('BUY')).toHaveLength(5)
  // A quote that the price has passed is cancelled.
  const passed = asks[0] ?? MIDDLE
  const gone = stand.look(low, passed + 1n).cancel.map(({ unitPrice }) => unitPrice)
  expect(gone).toContain(passed)
  const far = new Stand((MIDDLE * 85n) / 100n)
  expect(far.look((MIDDLE * 85n) / 100n, MIDDLE).place).toEqual([])
})

describe('wherever the price goes', () => {
  test('no own orders meet, none is nearer than half of the half spread, and no side has more than its levels', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 920, max: 1_080 }), { maxLength: 30 }), (perMilles) => {
        const stand = new Stand(MIDDLE)
        for (const perMille of perMilles) {
          const middle = (MIDDLE * BigInt(perMille)) / 1_000n
          stand.look(middle)
          const bids = stand.side('BUY')
          const asks = stand.side('SELL')
          expect(bids).toHaveLength(5)
          expect(asks).toHaveLength(5)
          expect(new Set(bids).size).toBe(5)
          expect(bids.at(-1)).toBeLessThanOrEqual((middle * 999_250n) / 1_000_000n)
          expect(asks[0]).toBeGreaterThanOrEqual((middle * 1_000_750n) / 1_000_000n)
        }
      }),
    )
  })

  test('amounts are what a person could type, and within the market’s bounds', () => {
    const tight = { ...market, maxAmount: amount(3_000_000n) }
    const stand = new Stand(MIDDLE, tight)
    stand.look(MIDDLE)
    for (const order of stand.own) {
      expect(order.amount % 1_000n).toBe(0n)
      expect(order.amount).toBeGreaterThanOrEqual(tight.minAmount)
      expect(order.amount).toBeLessThanOrEqual(tight.maxAmount)
    }
    expect(new Set(stand.own.map((order) => order.amount)).size).toBeGreaterThan(1)
  })
})
