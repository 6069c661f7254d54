import { type Operation, randomFrom } from './operation-stream.ts'

/** Markets of the stream; operations name them by index. */
export const MARKET_COUNT = 50

const USERS = 1_000
const MIDDLE = 10_000
/** Orders that rest in each book before the first operation, on two hundred levels of each side. */
const DEPTH = 4_000
const LEVELS = 200

interface Market {
  middle: number
  /** Ids of its limit orders, from which cancellations pick: mostly open ones, as traders do. */
  readonly limits: number[]
}

/**
 * Fifty markets whose prices wander, each with four thousand resting orders. Of ten operations six are limit orders near the
 * price of a random market, a tenth of which cross it; three cancel one of that market's orders, which the stream then forgets; one is
 * a market order. The same seed gives the same stream.
 */
export function marketStream({ count, seed }: { count: number; seed: number }): {
  before: Operation[]
  stream: Operation[]
} {
  const random = randomFrom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const markets = Array.from({ length: MARKET_COUNT }, (): Market => ({ middle: MIDDLE, limits: [] }))
  const limit = (id: number, index: number, away: number): Operation => {
    const { middle, limits } = markets[index] ?? { middle: MIDDLE, limits: [] }
    limits.push(id)
    const side = below(2) === 0 ? 'BUY' : 'SELL'
    const price = side === 'BUY' ? middle - away : middle + away
    return { kind: 'limit', id, market: index, userId: 1 + below(USERS), side, price, size: 1 + below(20) }
  }
  const before = Array.from({ length: MARKET_COUNT * DEPTH }, (_, id) =>
    limit(id, id % MARKET_COUNT, 1 + below(LEVELS)),
  )
  const stream = Array.from({ length: count }, (_, i): Operation => {
    const id = before.length + i
    const index = below(MARKET_COUNT)
    const dice = below(10)
    if (dice < 6) {
      const market = markets[index]
      if (market) market.middle += below(3) - 1
      return limit(id, index, below(LEVELS) - LEVELS / 10)
    }
    if (dice < 9) return { kind: 'cancel', id, market: index, target: forgetOne(markets[index]?.limits ?? [], below) }
    const side = below(2) === 0 ? 'BUY' : 'SELL'
    return { kind: 'market', id, market: index, userId: 1 + below(USERS), side, size: 1 + below(20) }
  })
  return { before, stream }
}

/** Removes a random id; the last one takes its place. */
function forgetOne(limits: number[], below: (most: number) => number): number {
  const place = below(limits.length)
  const last = limits.pop() ?? 0
  const chosen = limits[place]
  if (chosen === undefined) return last
  limits[place] = last
  return chosen
}
