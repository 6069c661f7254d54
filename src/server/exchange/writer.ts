import { setTimeout as sleep } from 'node:timers/promises'
import { createJournal } from '../engine/journal.ts'
import { type EngineState, marketsOf } from '../engine/state.ts'
import { DatabaseUnavailable, type Pipeline } from '../store/database.ts'
import { writeBatch } from '../store/write-batch.ts'
import { answer, batchOf, executeAll, failed, type InFlightBatch, isEmpty, queueNextParts } from './batch.ts'
import { CommandQueue, OwnTurns, type QueuedCommand } from './command-queue.ts'
import { type CommitStamp, commitEventOf, type Subscriber, Subscribers, snapshotOf } from './commit-feed.ts'
import type { Reply, SubmitOptions } from './exchange.ts'
import { DATABASE_STOPPED, type ExchangeSettings, ExchangeUnavailable, type Request } from './exchange.ts'
import { rebuild } from './rebuild.ts'
import { KeyLookUps, OutcomePruner, type Undecided, undecidedOf } from './stored-answers.ts'

export interface WriterSettings extends Required<Omit<ExchangeSettings, 'onCommit' | 'warm'>> {
  readonly onCommitted: (batch: InFlightBatch) => void
  readonly state: EngineState
}

/** The database writes one batch while the next is prepared. */
const IN_FLIGHT_MAX = 2
const RETRY_MS = 250
/** How often queued commands are checked for their deadlines, which a slow commit may delay. */
const LATE_CHECK_MS = 1_000
/** The longest delay of an expiry while no commands arrive. */
const EXPIRY_CHECK_MS = 250

/** Applies queued commands in memory, writes the changes of each batch in one statement, and only then answers and publishes. */
export class Writer {
  readonly #settings: WriterSettings
  readonly #queue: CommandQueue
  readonly #subscribers: Subscribers
  readonly #pipeline: Pipeline
  readonly #lookUps: KeyLookUps
  readonly #pruner: OutcomePruner
  readonly #ownTurns: OwnTurns
  #state: EngineState
  /** Oldest first. */
  #inFlight: InFlightBatch[] = []
  /** The number of the newest batch that was sent. Batches before the oldest in flight are committed. */
  #number: number
  /** Settles when the newest batch in flight has ended, including the recovery from its failure. */
  #ended: Promise<void> = Promise.resolve()
  #isAboutToSend = false
  #closed: string | undefined
  /** True if memory holds changes that were not or will not be committed: nothing may be written from it. */
  #hasUncommittedState = false
  /** How many of the next commands go alone, because one of them broke a batch. */
  #aloneCount = 0
  readonly #clocks: readonly NodeJS.Timeout[]

  constructor(settings: WriterSettings) {
    this.#settings = settings
    this.#queue = new CommandQueue(settings.now)
    this.#subscribers = new Subscribers(settings.log, settings.lease.leadership.batch)
    this.#pipeline = settings.database.pipeline()
    this.#lookUps = new KeyLookUps({ pipeline: settings.database.pipeline(), queue: this.#queue })
    this.#pruner = new OutcomePruner(settings.database, settings.log)
    this.#ownTurns = new OwnTurns(settings.now)
    this.#number = settings.lease.leadership.batch
    this.#state = settings.state
    this.#clocks = [
      setInterval(() => this.#sendAll(), EXPIRY_CHECK_MS).unref(),
      setInterval(() => this.#refuseLate(), LATE_CHECK_MS).unref(),
    ]
    // A batch in flight, or a rebuild, finds out by itself.
    settings.lease.onLost(() => this.#inFlight.length > 0 || this.#hasUncommittedState || this.#stepDown())
  }

  /** The engine's own memory, which every batch changes in place. Proofs compare it with what it should be. */
  get state(): EngineState {
    return this.#state
  }

  async submit(command: Request, options?: SubmitOptions): Promise<Reply> {
    if (this.#closed !== undefined) throw new ExchangeUnavailable(this.#closed)
    const reply = this.#queue.add(command, options)
    this.#sendSoon()
    return reply
  }

  subscribe(from: number | undefined, subscriber: Subscriber): () => void {
    const resumed = this.#subscribers.resume(from, subscriber)
    if (resumed) return resumed
    const stop = this.#subscribers.add(subscriber, this.#number)
    // Memory may never be committed: every subscriber gets the snapshot of the rebuilt state instead.
    if (this.#hasUncommittedState) return stop
    const snapshot = snapshotOf(this.#state, this.#stamp())
    const send = () => this.#subscribers.send(subscriber, snapshot)
    // The snapshot contains the batches in flight, which are not committed yet.
    const newest = this.#inFlight.at(-1)
    if (newest) newest.onCommitted.push(send)
    else send()
    return stop
  }

  settled = (): Promise<void> => this.#ended

  isServing = (): boolean => !this.#closed && !this.#hasUncommittedState && this.#settings.lease.isHeld()

  async close(): Promise<void> {
    this.#closed ??= 'the exchange is closed'
    for (let seen: Promise<void> | undefined; seen !== this.#ended || this.#queue.size > 0; ) {
      seen = this.#ended
      await seen
      // The next batch may be sent in the coming turn of the event loop, and the last answers are given in the turn after their commit.
      await new Promise(setImmediate)
    }
    for (const clock of this.#clocks) clearInterval(clock)
    await this.#settings.lease.giveUp()
    await Promise.all([this.#pipeline.close(), this.#lookUps.close()])
  }

  #stamp(): CommitStamp {
    return { epoch: this.#settings.lease.leadership.epoch, number: this.#number, at: this.#state.now }
  }

  /** Commands that arrive in one turn of the event loop share a commit. */
  #sendSoon(): void {
    if (this.#isAboutToSend || !this.#maySend()) return
    this.#isAboutToSend = true
    setImmediate(() => {
      this.#isAboutToSend = false
      this.#sendAll()
    })
  }

  /** Sends every batch that may start now. Called after each event that can unblock one. */
  #sendAll(): void {
    while (this.#maySend()) {
      const expiry = this.#ownTurns.next(this.#state, { othersWait: this.#queue.size > 0 })
      const commands = expiry ? [expiry] : this.#nextCommands()
      const undecided = undecidedOf(this.#state, { batch: commands, now: this.#settings.now() })
      if (undecided) this.#lookUp(commands, undecided)
      else this.#send(commands)
    }
  }

  /** Asks the database about keys and references before their commands are applied; later commands wait. */
  #lookUp(commands: readonly QueuedCommand[], undecided: Undecided): void {
    const { database, log, now } = this.#settings
    const asked = this.#lookUps.ask(this.#state, { commands, undecided, now: now() }).then(
      (found) => {
        // The commands were queued again after a failed commit.
        if (found === undefined) return
        if (found.length > 0) this.#send(found)
        this.#sendAll()
      },
      async (error: unknown) => {
        log.warn({ err: error }, 'answers cannot be asked of the database; trying again')
        if (this.#closed === undefined) await sleep(RETRY_MS)
        if (!this.#lookUps.isUnderWay) return
        this.#lookUps.putBack()
        if (database.engine === 'pglite' && error instanceof DatabaseUnavailable) this.#lose(DATABASE_STOPPED)
        else if (this.#closed !== undefined) this.#queue.refuseAll(this.#closed)
        this.#sendAll()
      },
    )
    this.#ended = this.#ended.then(() => asked)
  }

  #refuseLate(): void {
    this.#queue.refuseLate()
    this.#lookUps.refuseLate()
  }

  #nextCommands(): QueuedCommand[] {
    if (this.#aloneCount === 0) return this.#queue.take(this.#settings.batchMax)
    this.#aloneCount -= 1
    return this.#queue.take(1)
  }

  #maySend(): boolean {
    if (this.#hasUncommittedState || this.#lookUps.isUnderWay) return false
    const oldest = this.#inFlight[0]
    if (!oldest) return this.#queue.size > 0 || this.#ownTurns.isDue(this.#state)
    if (this.#queue.size === 0 || this.#inFlight.length === IN_FLIGHT_MAX || this.#aloneCount > 0) return false
    // Wait until the queue is as long as the batch in flight; otherwise batches stay tiny.
    return this.#queue.size >= oldest.commands.length
  }

  #send(commands: readonly QueuedCommand[]): void {
    const batch = this.#apply(commands)
    this.#pruner.prune(this.#settings.now())
    this.#inFlight.push(batch)
    // `#end` handles a failure after the batches before it; until then the rejection must not count as unhandled.
    batch.written.catch(() => undefined)
    this.#ended = this.#ended.then(() => this.#end(batch))
  }

  #apply(taken: readonly QueuedCommand[]): InFlightBatch {
    const journal = createJournal()
    try {
      const replies = executeAll(this.#state, { batch: taken, at: this.#settings.now() }, journal)
      const commands = taken.slice(0, replies.length)
      this.#queue.untake(taken.slice(replies.length))
      const part = { commands, replies, onCommitted: [], sentAt: performance.now() }
      if (isEmpty(journal)) return { ...part, event: undefined, written: this.#settings.lease.confirm() }
      this.#number += 1
      const stamp = this.#stamp()
      const written = writeBatch(this.#pipeline, stamp, batchOf(journal))
      return { ...part, event: commitEventOf(journal, this.#state, stamp), written }
    } catch (error) {
      this.#hasUncommittedState = true
      return failed(taken, error)
    }
  }

  async #end(batch: InFlightBatch): Promise<void> {
    if (this.#inFlight[0] !== batch) return
    try {
      if (!(await batch.written)) return void this.#stepDown()
    } catch (error) {
      return this.#recover(error)
    }
    this.#inFlight.shift()
    if (batch.event) this.#settings.lease.committed(batch.sentAt)
    if (batch.event) this.#settings.onCommitted(batch)
    if (batch.event) this.#subscribers.publish(batch.event)
    for (const onCommitted of batch.onCommitted) onCommitted()
    queueNextParts(batch, this.#queue)
    // Answering costs about as much as a commit, so the next batch is sent first and the database works meanwhile.
    this.#sendAll()
    setImmediate(answer, batch)
  }

  /**
   * Memory holds changes that were not committed, so it is discarded and rebuilt from SQL. The commands are then tried again, with those
   * that were sent after them; those that were committed after all are answered by their keys. A command that fails even alone is a bug:
   * its sender gets the error.
   */
  async #recover(error: unknown): Promise<void> {
    const { log } = this.#settings
    this.#hasUncommittedState = true
    const { commands = [] } = this.#inFlight[0] ?? {}
    log.warn({ err: error, commands: commands.length }, 'a batch was not committed; rebuilding from the database')
    const isRefusal = !(error instanceof DatabaseUnavailable)
    if (isRefusal && commands.length === 1) {
      this.#inFlight.shift()
      // Rejected after the answers of the batches before it.
      setImmediate(() => commands[0]?.reject(error instanceof Error ? error : new Error(String(error))))
    }
    this.#putBack()
    // Commands that are never repeated have left the queue.
    if (isRefusal && commands.length > 1) this.#aloneCount = Math.min(commands.length, this.#queue.size)
    while (!(await this.#rebuilt())) await sleep(RETRY_MS)
    this.#sendAll()
  }

  /** Queues the commands in flight again, before later ones. */
  #putBack(): void {
    this.#lookUps.putBack()
    this.#queue.putBack(this.#inFlight.flatMap(({ commands }) => commands))
    this.#inFlight = []
  }

  /** Tries once to rebuild the state. True if there is nothing more to try: it succeeded, or this process can never write again. */
  async #rebuilt(): Promise<boolean> {
    const { database, lease, hours, answersMax, matchesMax, log, now } = this.#settings
    const markets = marketsOf(this.#state)
    try {
      // A sent batch may still be on its way; it cannot be written under the new epoch.
      const leadership = await lease.beginEpoch()
      if (!leadership) return this.#stepDown()
      this.#number = leadership.batch
      const at = Math.max(now(), leadership.at)
      this.#state = await rebuild(database, { markets, hours, answersMax, matchesMax, number: this.#number, now: at })
      this.#hasUncommittedState = false
      this.#subscribers.publish(snapshotOf(this.#state, this.#stamp()))
      return true
    } catch (error) {
      if (this.#closed !== undefined) this.#queue.refuseAll('the exchange closed while the database was away')
      else if (database.engine === 'pglite') this.#lose(DATABASE_STOPPED)
      else {
        log.warn({ err: error }, 'the database is away; trying again')
        this.#queue.refuseLate()
        return false
      }
      return true
    }
  }

  #stepDown(): true {
    this.#putBack()
    this.#lose('Another process has become the writer of this database; this one stops.')
    return true
  }

  #lose(reason: string): void {
    this.#hasUncommittedState = true
    this.#closed = reason
    this.#queue.refuseAll(reason)
    this.#settings.onLost(reason)
  }
}
