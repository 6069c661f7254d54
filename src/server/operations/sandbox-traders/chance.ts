/** Random draws that depend on a seed alone. */
export interface Chance {
  /** Uniform from 0 up to 1. */
  even(): number
  /** Normal around 0 with a standard deviation of 1. */
  normal(): number
  /** The wait until the next of independent events, of this length on average. */
  waitMs(meanMs: number): number
}

/** The number of uniform draws whose sum is nearly normal. */
const NORMAL_PARTS = 12

export function createChance(seed: number): Chance {
  let state = seed | 0
  const even = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    even,
    normal() {
      let sum = -NORMAL_PARTS / 2
      for (let part = 0; part < NORMAL_PARTS; part++) sum += even()
      return sum
    },
    waitMs: (meanMs) => Math.round(-Math.log(1 - even()) * meanMs),
  }
}
