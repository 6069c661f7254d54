/**
 * A random walk that is a pure function of time and seed: the sum of smooth noises whose periods double from ten seconds to eighty days and
 * whose amplitude grows with the square root of the period, as a walk's does. The longest period bounds the walk, so it always returns to
 * zero; yesterday's value is computed as easily as today's.
 */

const DAY_MS = 86_400_000
const SHORTEST_MS = 10_000
const OCTAVES = 20
/** The number of uniform draws whose sum is nearly normal. */
const NORMAL_PARTS = 6
/** Scales the walk to the requested spread of a day's change; measured. */
const CALIBRATION = 0.78

/** 32 well-mixed bits for a point of a lattice. */
function hash(seed: number, octave: number, index: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(octave + 1, 0xc2b2ae35) ^ Math.imul(index, 0x27d4eb2f)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return (bits ^ (bits >>> 15)) >>> 0
}

/** In [−1, 1]. */
const valueAt = (seed: number, octave: number, index: number) => hash(seed, octave, index) / 0x7fffffff - 1

function noise(seed: number, octave: number, atMs: number): number {
  const periodMs = SHORTEST_MS * 2 ** octave
  // Each octave has its own offset; otherwise all would turn at the same moment.
  const place = (atMs + hash(seed, octave, -1)) / periodMs
  const index = Math.floor(place)
  const share = place - index
  const eased = share * share * (3 - 2 * share)
  return valueAt(seed, octave, index) * (1 - eased) + valueAt(seed, octave, index + 1) * eased
}

const SWINGS = Array.from({ length: OCTAVES }, (_, octave) => {
  return CALIBRATION * Math.sqrt((SHORTEST_MS * 2 ** octave) / DAY_MS)
})

/** The walk's logarithm at an instant, for a value that typically changes by `dailySpread` (0.02 is 2 %) in a day. */
export function walkAt(walk: { seed: number; dailySpread: number }, atMs: number): number {
  let sum = 0
  SWINGS.forEach((swing, octave) => {
    sum += swing * noise(walk.seed, octave, atMs)
  })
  return sum * walk.dailySpread
}

/** A nearly normal draw around 0 with a standard deviation of 1, the same for the same seed and index. */
export function normalAt(seed: number, index: number): number {
  let sum = 0
  for (let part = 0; part < NORMAL_PARTS; part++) sum += valueAt(seed, part, index)
  return sum * Math.sqrt(3 / NORMAL_PARTS)
}

/** A separate seed for each name under one master seed. */
export function seedFor(master: number, name: string): number {
  let bits = master | 0
  for (const character of name) bits = Math.imul(bits ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return bits >>> 0
}
