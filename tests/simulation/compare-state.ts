import { SYSTEM_OWNER } from '#domain/ledger.ts'
import type { EngineState } from '#server/engine/state.ts'
import { ARENA_MARKETS } from '#tests/builders/random-commands.ts'
import type { NaiveHouse } from './naive-house.ts'

/** Where what the exchange has in memory differs from what the naive house has on paper; empty where nowhere. */
export function compareState(state: EngineState, house: NaiveHouse): string[] {
  const differences: string[] = []
  const expectSame = (what: string, [is, should]: [string, string]) => {
    if (is !== should) differences.push(`${what}: is ${is}, should be ${should}`)
  }
  for (const market of ARENA_MARKETS) {
    const venue = state.venues.get(market.id)
    for (const side of ['BUY', 'SELL'] as const) {
      const levels = (side === 'BUY' ? venue?.book.bids : venue?.book.asks)?.levels ?? []
      const queue: string[] = []
      for (const level of levels.toReversed())
        for (let order = level.first; order; order = order.later)
          queue.push(`${order.id}: ${order.amount - order.executed} at ${level.price}`)
      const should = house.queue(market, side).map(({ id, left, price }) => `${id}: ${left} at ${price}`)
      expectSame(`${market.symbol} ${side}`, [queue.join(), should.join()])
    }
    const waiting = [...state.orders.values()].filter(
      ({ status, marketId }) => status === 'PENDING' && marketId === market.id,
    )
    const stops = house.stops.filter((stop) => stop.market === market)
    expectSame(`${market.symbol} stops`, [ids(waiting), ids(stops)])
  }
  for (const difference of comparePurses(state, house)) differences.push(difference)
  expectSame('holds', [names(state.holds), names(house.holds)])
  const answered = state.answers.values().map(({ userId, key }) => `${userId}:${key}`)
  expectSame('answers', [answered.sort().join(), names(house.answers)])
  return differences
}

function comparePurses(state: EngineState, house: NaiveHouse): string[] {
  const differences: string[] = []
  const sums = new Map<number, bigint>()
  for (const { ownerId, coinId, available, blocked } of state.wallets.values()) {
    sums.set(coinId, (sums.get(coinId) ?? 0n) + available + blocked)
    const name = `owner ${ownerId}, coin ${coinId}`
    // What the house takes in fees is whatever is left, so it is proven by the sum.
    if (ownerId !== SYSTEM_OWNER.fees && available + blocked !== house.total(ownerId, coinId))
      differences.push(`${name}: has ${available + blocked}, should have ${house.total(ownerId, coinId)}`)
    if (ownerId > 0 && blocked !== house.blocked(ownerId, coinId))
      differences.push(`${name}: ${blocked} is blocked, should be ${house.blocked(ownerId, coinId)}`)
    if (ownerId > SYSTEM_OWNER.gatewayClearing && available < 0n) differences.push(`${name}: ${available} is free`)
  }
  for (const [coinId, sum] of sums) if (sum !== 0n) differences.push(`coin ${coinId}: all accounts sum to ${sum}`)
  return differences
}

const ids = (orders: readonly { id: number }[]) =>
  orders
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()

const names = (map: ReadonlyMap<string, unknown>) => [...map.keys()].sort().join()
