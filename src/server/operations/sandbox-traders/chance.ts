/** Draws that follow from a seed alone. */
export interface Chance {
  /** Anything from 0 up to 1, each as likely. */
  even(): number
  /** Around 0 with a spread of 1. */
  normal(): number
  /** A wait between events that come by themselves, so long on average. */
  waitMs(meanMs: number): number
}

/** So many even draws make one that is nearly normal. */
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
