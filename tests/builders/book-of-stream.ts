import { expect } from 'vitest'
import type { EventReader } from './event-reader.ts'

type Side = readonly (readonly [price: string, volume: string])[]

export interface FollowedBook {
  readonly sequence: string
  /** Best first. */
  readonly bids: Side
  readonly asks: Side
}

/** The book of a client that started with the last reset and applied every change since; each change must follow the previous one. */
export function followBook(reader: EventReader): FollowedBook {
  const start = reader.events.findLastIndex(({ event }) => event === 'reset')
  let sequence = ''
  const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  for (const event of reader.events.slice(start)) {
    if (event.event !== 'reset' && event.event !== 'book') continue
    if (event.event === 'book') expect(event.data.previous).toBe(sequence)
    sequence = event.data.sequence
    for (const side of ['bids', 'asks'] as const)
      for (const [price = '', volume = ''] of event.data[side])
        if (volume === '0') sides[side].delete(price)
        else sides[side].set(price, volume)
  }
  const best = (side: Map<string, string>, better: 1 | -1): Side =>
    [...side].toSorted(([a], [b]) => (BigInt(a) < BigInt(b) ? -better : better))
  return { sequence, bids: best(sides.bids, -1), asks: best(sides.asks, 1) }
}
