import { setTimeout as sleep } from 'node:timers/promises'
import { type CommitSnapshot, type Subscriber, Subscribers } from './commit-feed.ts'
import { BEAT_MS, BEATS } from './serve-exchange.ts'
import { EVENTS } from './wire.ts'
import { FEED_PATH, type WriterCalls, WriterUnreached } from './writer-calls.ts'

/** Without a line for so long, the writer is frozen or gone. */
const SILENCE_MS_MAX = 4 * BEAT_MS
/** From then on the database is asked at each beat whether another one writes: a frozen writer cost 1.5 s more while its silence alone was waited for. */
const DOUBT_MS = 2 * BEAT_MS
const RETRY_MS = 250

/** The commits of a writer in another process, heard once for all subscribers of this one. */
export class RemoteFeed {
  readonly #calls: WriterCalls
  readonly #subscribers: Subscribers
  readonly #stopping = new AbortController()
  readonly #doubting: NodeJS.Timeout
  readonly #following: Promise<void>
  /** Snapshots that were asked for and have not come yet. */
  readonly #coming = new Set<Promise<void>>()
  /** The number of the newest commit that was heard of; -1 before the first. */
  #newest = -1
  #onNewest: (() => void)[] = []
  #receivedAt = Number.NEGATIVE_INFINITY
  #isServing = false

  constructor(calls: WriterCalls) {
    this.#calls = calls
    this.#subscribers = new Subscribers(calls.log, -1)
    this.#following = this.#follow()
    this.#doubting = setInterval(() => {
      if (this.ageMs() > DOUBT_MS) this.#leaveReplaced()
    }, BEAT_MS)
    this.#doubting.unref()
  }

  subscribe(from: number | undefined, subscriber: Subscriber): () => void {
    const resumed = this.#subscribers.resume(from, subscriber)
    if (resumed) return resumed
    const begun = { isStopped: false, stop: () => undefined as unknown }
    const coming = this.#begin(subscriber, begun).finally(() => this.#coming.delete(coming))
    this.#coming.add(coming)
    return () => {
      begun.isStopped = true
      begun.stop()
    }
  }

  /** How long ago the writer was heard of, in milliseconds: the age of what is read from its commits. */
  ageMs = (): number => performance.now() - this.#receivedAt

  isServing = (): boolean => this.#isServing && this.ageMs() < SILENCE_MS_MAX

  /** Resolves when all subscribers know what is committed now. */
  async settled(): Promise<void> {
    const { number } = await this.#snapshot()
    while (this.#newest < number && !this.#stopping.signal.aborted)
      await new Promise<void>((resolve) => this.#onNewest.push(resolve))
    while (this.#coming.size > 0) await Promise.all(this.#coming)
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#doubting)
    this.#calls.giveUp()
    this.#announce()
    await this.#following
  }

  /** Sends a snapshot to a new subscriber, and then the commits after it. */
  async #begin(subscriber: Subscriber, begun: { isStopped: boolean; stop: () => unknown }): Promise<void> {
    while (!begun.isStopped && !this.#stopping.signal.aborted) {
      const snapshot = await this.#snapshot().catch(() => undefined)
      if (begun.isStopped || !snapshot) continue
      const { number } = snapshot
      const stop = this.#subscribers.add(subscriber, number)
      this.#subscribers.send(subscriber, snapshot)
      const resumed = this.#newest <= number ? stop : this.#subscribers.resume(number, subscriber)
      if (!resumed) {
        stop()
        continue
      }
      begun.stop = resumed
      return
    }
  }

  /** @throws Error once this process stops */
  async #snapshot(): Promise<CommitSnapshot> {
    for (;;) {
      this.#stopping.signal.throwIfAborted()
      try {
        const event = EVENTS.decode(await this.#calls.snapshot())
        if (event.kind === 'snapshot') return event
      } catch {
        await sleep(RETRY_MS)
      }
    }
  }

  async #follow(): Promise<void> {
    let wasWarned = false
    while (!this.#stopping.signal.aborted) {
      try {
        const query = this.#newest < 0 ? '' : `?from=${this.#newest}`
        for await (const line of this.#calls.lines(FEED_PATH, { query, silenceMsMax: SILENCE_MS_MAX })) {
          wasWarned = false
          this.#receive(line)
        }
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        if (!wasWarned) this.#calls.log.warn({ err: error }, 'the writer is not heard; looking for one')
        wasWarned = true
        // A frozen writer answers no other call either.
        if (!(error instanceof WriterUnreached)) this.#calls.giveUp()
      }
      this.#isServing = false
      await sleep(RETRY_MS)
    }
  }

  #receive(line: string): void {
    this.#receivedAt = performance.now()
    if (line === BEATS.serving || line === BEATS.away) {
      this.#isServing = line === BEATS.serving
      // While the database cannot be asked, there is no other writer either.
      if (!this.#isServing) this.#leaveReplaced()
      return
    }
    const event = EVENTS.decode(line)
    // A writer of before may still send what it had begun to send.
    if (event.number < this.#newest) return
    this.#newest = event.number
    this.#subscribers.publish(event)
    this.#announce()
  }

  #leaveReplaced(): void {
    void this.#calls.leaveReplaced().catch(() => undefined)
  }

  #announce(): void {
    for (const resolve of this.#onNewest.splice(0)) resolve()
  }
}
