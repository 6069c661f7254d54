import { randomBytes, randomInt } from 'node:crypto'
import { toCount } from '#domain/counts.ts'
import type { Turns } from './sum-tree.ts'

/** Leaves of a balance, however small: one alone would be the balance. */
const PIECES_MIN = 2
/** Up to so many more by chance, so that their number says nothing either. */
const PIECES_EXTRA = 3
/** Further leaves of a large balance. */
const PIECES_MORE_MAX = 60
const RANDOM_BYTES = 24
const RANDOM_BITS = 192n

/**
 * The number of leaves of a balance. One of many times the mean gets many leaves, since few would show their neighbours that somebody is
 * owed that much.
 */
export function piecesOf(amount: bigint, mean: bigint): number {
  const more = mean === 0n ? 0n : amount / (2n * mean)
  const some = PIECES_MIN + randomInt(PIECES_EXTRA)
  return some + (more > PIECES_MORE_MAX ? PIECES_MORE_MAX : toCount(more))
}

/** A random whole number from zero to the most; the bias of so many bits is of no account. */
const randomUpTo = (most: bigint): bigint => {
  const bytes = randomBytes(RANDOM_BYTES)
  const random = (bytes.readBigUInt64BE(0) << 128n) | (bytes.readBigUInt64BE(8) << 64n) | bytes.readBigUInt64BE(16)
  return (random * (most + 1n)) >> RANDOM_BITS
}

/** Cuts an amount into so many random parts, of which some may be zero. */
export function cutBalance(amount: bigint, pieces: number): bigint[] {
  const cuts = Array.from({ length: pieces - 1 }, () => randomUpTo(amount)).sort((one, other) =>
    one < other ? -1 : one > other ? 1 : 0,
  )
  return [...cuts, amount].map((cut, i) => cut - (cuts[i - 1] ?? 0n))
}

/** Exchanged places between two looks at the clock. */
const EXCHANGED = 1_024

/** The numbers below the count in a random order. */
export async function shuffledPlaces(count: number, turns: Turns): Promise<Uint32Array> {
  const places = new Uint32Array(count)
  for (let place = 0; place < count; place += 1) places[place] = place
  for (let last = count - 1; last > 0; last -= 1) {
    if (last % EXCHANGED === 0) await turns.pass()
    const other = randomInt(last + 1)
    const kept = places[last] ?? 0
    places[last] = places[other] ?? 0
    places[other] = kept
  }
  return places
}
