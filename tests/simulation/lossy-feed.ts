import type { CommitFeed, FeedEvent, Subscriber } from '#server/exchange/commit-feed.ts'
import { receivedEvent } from '#tests/builders/over-wire.ts'
import type { Chance } from './chance.ts'

/** The possible mishaps of an event on its way to one reader. */
const WEIGHTS = { well: 60, late: 8, doubled: 5, doubledLate: 5, lost: 6 }

interface Surroundings {
  readonly chance: Chance
  /** False: no mishaps occur. */
  readonly isDangerous: () => boolean
  /** Called with the mishap of each event. */
  readonly note: (mishap: string) => void
}

/**
 * The transport of events from the present writer to their readers: events are lost, doubled, late, and overtaken, and only plain data
 * arrives.
 */
export class LossyFeed implements CommitFeed {
  readonly #around: Surroundings
  readonly #stops = new Map<Subscriber, (() => void)[]>()
  #late: { readonly subscriber: Subscriber; readonly event: FeedEvent; in: number }[] = []
  #source: CommitFeed | undefined

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Another process writes from now on; remaining events of the previous one arrive too. */
  attach(source: CommitFeed): void {
    this.#source = source
    for (const [subscriber, stops] of this.#stops)
      stops.push(source.subscribe(undefined, (event) => this.#send(subscriber, event)))
  }

  subscribe(from: number | undefined, subscriber: Subscriber): () => void {
    const stops: (() => void)[] = []
    this.#stops.set(subscriber, stops)
    if (this.#source) stops.push(this.#source.subscribe(from, (event) => this.#send(subscriber, event)))
    return () => {
      for (const stop of stops) stop()
      if (this.#stops.get(subscriber) === stops) this.#stops.delete(subscriber)
    }
  }

  /** Delivers everything that is on its way, in any order. */
  flush(): void {
    while (this.#late.length > 0) {
      const [each] = this.#late.splice(this.#around.chance.below(this.#late.length), 1)
      if (each) each.subscriber(each.event)
    }
  }

  #send(subscriber: Subscriber, event: FeedEvent): void {
    const { chance, isDangerous, note } = this.#around
    const mishap = isDangerous() ? chance.weighted(WEIGHTS) : 'well'
    note(`event ${mishap}`)
    const isNow = mishap === 'well' || mishap === 'doubled' || mishap === 'doubledLate'
    if (isNow) subscriber(receivedEvent(event))
    if (mishap === 'doubled') subscriber(receivedEvent(event))
    if (mishap === 'late' || mishap === 'doubledLate')
      this.#late.push({ subscriber, event: receivedEvent(event), in: 1 + chance.below(8) })
    for (const each of this.#late) if (each.subscriber === subscriber) each.in -= 1
    const due = this.#late.filter((each) => each.in <= 0)
    this.#late = this.#late.filter((each) => each.in > 0)
    for (const each of due) each.subscriber(each.event)
  }
}
