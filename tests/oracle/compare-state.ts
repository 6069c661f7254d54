import { type Hold, mayGoNegative } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { BookSide } from '#server/engine/order.ts'
import type { EngineState } from '#server/engine/state.ts'
import { openOrdersOf } from '#tests/builders/open-orders.ts'
import type { NaiveState } from './naive-state.ts'

/** The differences between the engine's memory and the oracle's paper; empty if there are none. */
export function compareState(engine: EngineState, paper: NaiveState, markets: readonly Market[]): string[] {
  const differences: string[] = []
  const compare = (what: string, [is, should]: [unknown, unknown]) => {
    if (String(is) !== String(should)) differences.push(`${what}: is ${is}, should be ${should}`)
  }
  for (const { id, symbol } of markets) {
    const venue = engine.venues.get(id)
    compare(`${symbol} bids`, [queueOf(venue?.book.bids), paperQueue(paper, { id, side: 'BUY' })])
    compare(`${symbol} asks`, [queueOf(venue?.book.asks), paperQueue(paper, { id, side: 'SELL' })])
    for (const [userId, count] of venue?.openCounts ?? [])
      compare(`${symbol}: open orders of ${userId}`, [count, ofUser(paper, { id, userId })])
    compare(`${symbol} last price`, [venue?.lastPrice, paper.lastPrices.get(id)])
    const waiting = openOrdersOf(engine).filter(({ status, marketId }) => status === 'PENDING' && marketId === id)
    compare(`${symbol} stops`, [
      waiting
        .map((order) => `${order.id}: ${order.unitPrice} once ${order.terms.stopPrice}`)
        .sort()
        .join(),
      stopsOf(paper, id)
        .map((order) => `${order.id}: ${order.limit} once ${order.terms.stopPrice}`)
        .sort()
        .join(),
    ])
  }
  compare('links', [
    openOrdersOf(engine)
      .map(({ id, linkedOrderId }) => `${id}–${linkedOrderId}`)
      .sort()
      .join(),
    paper
      .standing()
      .map(({ id, partnerId }) => `${id}–${partnerId}`)
      .sort()
      .join(),
  ])
  compare('open orders', [sortedIds(openOrdersOf(engine)), sortedIds(paper.standing())])
  compare('holds', [sortedHolds([...engine.holds.values()].map(leftOf)), sortedHolds(paper.holds.values())])
  const known = new Set<string>()
  for (const { ownerId, coinId, available, blocked } of engine.wallets.values()) {
    const name = `owner ${ownerId}, coin ${coinId}`
    if (known.has(name)) differences.push(`${name}: has two wallets`)
    known.add(name)
    compare(`${name}, total`, [available + blocked, paper.total(ownerId, coinId)])
    compare(`${name}, blocked`, [blocked, paper.blocked(ownerId, coinId)])
    if (available < 0n && !mayGoNegative(ownerId)) differences.push(`${name}: ${available} is free`)
  }
  for (const [wallet, total] of paper.totals) {
    const [ownerId, coinId] = wallet.split('/')
    if (total !== 0n && !known.has(`owner ${ownerId}, coin ${coinId}`))
      differences.push(`owner ${ownerId}, coin ${coinId}: has nothing, should have ${total}`)
  }
  return differences
}

/** The engine's queue of one side, best first. */
function queueOf(side: BookSide | undefined): string {
  const queue: string[] = []
  for (const level of side?.levels.toReversed() ?? [])
    for (let order = level.first; order; order = order.later)
      queue.push(`${order.id}: ${order.amount - order.executed} at ${level.price}`)
  return queue.join()
}

const paperQueue = (paper: NaiveState, { id, side }: { id: number; side: 'BUY' | 'SELL' }) =>
  paper
    .queue(id, side)
    .map((order) => `${order.id}: ${order.amount - order.executed} at ${order.limit}`)
    .join()

const ofUser = (paper: NaiveState, { id, userId }: { id: number; userId: number }) =>
  paper.standing().filter((order) => order.market.id === id && order.userId === userId).length

/** Includes stops that have expired but have not ended yet. */
const stopsOf = (paper: NaiveState, marketId: number) =>
  paper.standing().filter(({ status, market }) => status === 'PENDING' && market.id === marketId)

const sortedIds = (orders: readonly { id: number }[]) =>
  orders
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()

const leftOf = ({ amount, settled, ...hold }: Hold) => ({ ...hold, amount: amount - settled })

/** Compares holds without their names, since the engine chooses the name of a withdrawal's hold. */
const sortedHolds = (holds: Iterable<{ userId: number; coinId: number; amount: bigint }>) =>
  [...holds]
    .map(({ userId, coinId, amount }) => `user ${userId}, coin ${coinId}: ${amount}`)
    .sort()
    .join()
