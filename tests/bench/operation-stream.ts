/** One operation on a book, as plain figures that every engine can read. A cancellation names an earlier operation. */
export type Operation =
  | {
      readonly kind: 'limit'
      readonly id: number
      readonly market: number
      readonly userId: number
      readonly side: 'BUY' | 'SELL'
      readonly price: number
      readonly size: number
    }
  | {
      readonly kind: 'market'
      readonly id: number
      readonly market: number
      readonly userId: number
      readonly side: 'BUY' | 'SELL'
      readonly size: number
    }
  | { readonly kind: 'cancel'; readonly id: number; readonly market: number; readonly target: number }

const USERS = 1_000
const MIDDLE = 10_000
/** The orders of a deep book before the first operation, on twenty levels of each side. */
const DEEP_ORDERS = 100_000
const DEEP_LEVELS = 20

/**
 * Of ten operations six are limit orders within 2 % of a middle that wanders, three cancel one of the latest thousand orders, one is a market
 * order. `deep`: the same after a hundred thousand resting orders, with cancellations of any of them. The same seed gives the
 * same stream.
 */
export function operationStream(wanted: { count: number; seed: number; deep: boolean }): {
  before: Operation[]
  stream: Operation[]
} {
  const random = randomFrom(wanted.seed)
  const below = (most: number) => Math.floor(random() * most)
  const before = wanted.deep ? Array.from({ length: DEEP_ORDERS }, (_, id) => resting(id, below)) : []
  const limits = before.map(({ id }) => id)
  let middle = MIDDLE
  const stream = Array.from({ length: wanted.count }, (_, i): Operation => {
    const id = before.length + i
    middle += wanted.deep ? 0 : below(3) - 1
    const side = below(2) === 0 ? 'BUY' : 'SELL'
    const userId = 1 + below(USERS)
    const dice = below(10)
    if (dice < 3 && limits.length > 0) {
      const reach = wanted.deep ? limits.length : Math.min(1_000, limits.length)
      return { kind: 'cancel', id, market: 0, target: limits[limits.length - 1 - below(reach)] ?? 0 }
    }
    if (dice === 9) return { kind: 'market', id, market: 0, userId, side, size: 1 + below(20) }
    limits.push(id)
    const away = wanted.deep ? below(DEEP_LEVELS + 2) - 1 : below(200) - 20
    return {
      kind: 'limit',
      id,
      market: 0,
      userId,
      side,
      price: side === 'BUY' ? middle - away : middle + away,
      size: 1 + below(20),
    }
  })
  return { before, stream }
}

function resting(id: number, below: (most: number) => number): Operation {
  const side = id % 2 === 0 ? 'BUY' : 'SELL'
  const away = 1 + below(DEEP_LEVELS)
  const price = side === 'BUY' ? MIDDLE - away : MIDDLE + away
  return { kind: 'limit', id, market: 0, userId: 1 + below(USERS), side, price, size: 1 + below(20) }
}

/** mulberry32 */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}
