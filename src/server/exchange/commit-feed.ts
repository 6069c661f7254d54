import type { CommitEvent, CommitSnapshot, FeedEvent } from './commit-event.ts'

/** Publishes the changes of every commit, in the order of the commits and never before they are stored. */
export interface CommitFeed {
  /**
   * Calls `subscriber` with every commit after number `from`; first with a snapshot, unless `from` is the newest commit. Another snapshot
   * follows whenever commits may be missing: after a rebuild. Returns a function that stops it.
   */
  subscribe(from: number | undefined, subscriber: Subscriber): () => void
}

export type Subscriber = (event: FeedEvent) => void

/** The subscribers of this process. A subscriber that fails does not undo a commit. */
export class Subscribers {
  readonly #log: { warn(details: object, message: string): void }
  /** Each with the number of the newest commit that it knows. */
  readonly #known = new Map<Subscriber, number>()

  constructor(log: { warn(details: object, message: string): void }) {
    this.#log = log
  }

  /** @param known the newest commit that the subscriber knows, or will learn of from a snapshot that is on its way */
  add(subscriber: Subscriber, known: number): () => void {
    this.#known.set(subscriber, known)
    return () => this.#known.delete(subscriber)
  }

  has(subscriber: Subscriber): boolean {
    return this.#known.has(subscriber)
  }

  publish(event: FeedEvent): void {
    for (const [subscriber, known] of this.#known)
      if (event.number > known || event.kind === 'snapshot') this.send(subscriber, event)
  }

  send(subscriber: Subscriber, event: FeedEvent): void {
    this.#known.set(subscriber, event.number)
    try {
      subscriber(event)
    } catch (error) {
      this.#log.warn({ err: error }, 'a subscriber of the commits failed')
    }
  }
}

export interface CommitReader {
  onSnapshot(snapshot: CommitSnapshot): void
  onCommit(commit: CommitEvent): void
}

/**
 * Follows a feed that may lose, double, delay and reorder events: the reader gets every commit once and in order, and a snapshot where one
 * is missing. Returns a function that stops it.
 */
export function followCommits(feed: CommitFeed, reader: CommitReader): () => void {
  let known = -1
  let stop: (() => void) | undefined
  let isStopped = false
  const onEvent = (event: FeedEvent) => {
    if (isStopped) return
    if (event.kind === 'snapshot') {
      if (event.number < known) return
      known = event.number
      reader.onSnapshot(event)
    } else if (event.number === known + 1) {
      known = event.number
      reader.onCommit(event)
    } else if (event.number > known) begin()
  }
  const begin = () => {
    stop?.()
    stop = feed.subscribe(known < 0 ? undefined : known, onEvent)
  }
  begin()
  return () => {
    isStopped = true
    stop?.()
  }
}
