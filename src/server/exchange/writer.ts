import { setTimeout as sleep } from 'node:timers/promises'
import { nextExpiry } from '../engine/expiries.ts'
import { createJournal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'
import type { Pipeline } from '../store/database.ts'
import { DatabaseUnavailable } from '../store/database-unavailable.ts'
import { deleteOldOutcomes } from '../store/delete-old-outcomes.ts'
import { type Leadership, renewEpoch, writeBatch } from '../store/write-batch.ts'
import { Audience } from './audience.ts'
import { batchOf, isEmpty } from './batch-of.ts'
import { CommandQueue, type Waiting } from './command-queue.ts'
import type { ExchangeSettings, Listener } from './exchange.ts'
import { ExchangeUnavailable } from './exchange-unavailable.ts'
import { executeAll, type Reply, type Request } from './execute.ts'
import { ANSWERS_KEPT_MS, rebuild } from './rebuild.ts'
import { answer, queueNextParts, type SentBatch } from './sent-batch.ts'

export interface WriterSettings extends Required<ExchangeSettings> {
  readonly leadership: Leadership
  readonly state: EngineState
}

/** The database writes one batch while the next is made ready for it. */
const FLIGHTS_MAX = 2
const RETRY_MS = 250
const LATE_CHECK_MS = 1_000
/** How soon after its second an order expires while nobody asks for anything. */
const EXPIRY_CHECK_MS = 250
/** Orders that expire in one commit at most. */
const EXPIRIES_MAX = 1_000
/** How long after an expiry was refused by the database the next is tried. */
const EXPIRY_PAUSE_MS = 1_000
/** Rows of a thousand commands a second are deleted as fast as they come. */
const FORGET_EVERY_MS = 5_000
const FORGET_ROWS_MAX = 5_000

/** Applies queued commands in memory, writes what they changed in one statement a batch, and only then answers. */
export class Writer {
  readonly #settings: WriterSettings
  readonly #queue: CommandQueue
  readonly #audience: Audience
  readonly #pipeline: Pipeline
  #leadership: Leadership
  #state: EngineState
  /** Oldest first. */
  #flights: SentBatch[] = []
  /** Batches sent in this epoch. */
  #sent = 0
  /** Settles when the newest flight has landed, and what its failure asks for is done. */
  #landed: Promise<void> = Promise.resolve()
  #isAboutToLaunch = false
  #closed: string | undefined
  /** Memory has run ahead of what was or will be committed: nothing may be written from it. */
  #isAhead = false
  /** How many of the next commands go alone, because one of them spoiled a batch. */
  #aloneCount = 0
  #forgottenAt = 0
  #expiryPausedUntil = 0
  /** The newest batch ended orders whose time had come. */
  #hasJustExpired = false
  readonly #clocks: readonly NodeJS.Timeout[]

  constructor(settings: WriterSettings) {
    this.#settings = settings
    this.#queue = new CommandQueue(settings.now)
    this.#audience = new Audience(settings.log)
    this.#pipeline = settings.database.pipeline()
    this.#leadership = settings.leadership
    this.#state = settings.state
    this.#clocks = [
      setInterval(() => this.#launch(), EXPIRY_CHECK_MS).unref(),
      // Those behind a commit that takes long are told in time that it will not be theirs.
      setInterval(() => this.#queue.refuseLate(), LATE_CHECK_MS).unref(),
    ]
  }

  submit(command: Request): Promise<Reply> {
    if (this.#closed !== undefined) return Promise.reject(new ExchangeUnavailable(this.#closed))
    const answer = this.#queue.add(command)
    this.#launchSoon()
    return answer
  }

  subscribe(listener: Listener): () => void {
    this.#audience.add(listener)
    const stop = () => this.#audience.delete(listener)
    // What this memory holds may never be committed: he is shown the one that is built anew.
    if (this.#isAhead) return stop
    const tell = listener({ journal: createJournal(), state: this.#state })
    // What is under way is in the state that it was shown, and not committed yet.
    const newest = this.#flights.at(-1)
    if (newest) newest.news.push(tell)
    else tell()
    return stop
  }

  settled(): Promise<void> {
    return this.#landed
  }

  async close(): Promise<void> {
    this.#closed ??= 'the exchange is closed'
    for (let seen: Promise<void> | undefined; seen !== this.#landed || this.#queue.size > 0; ) {
      seen = this.#landed
      await seen
      // The next batch may only be about to be launched, and the last answers come in the turn after their commit.
      await new Promise(setImmediate)
    }
    for (const clock of this.#clocks) clearInterval(clock)
    await this.#pipeline.close()
  }

  /** Commands that arrive in one turn of the event loop share a commit. */
  #launchSoon(): void {
    if (this.#isAboutToLaunch || !this.#mayLaunch()) return
    this.#isAboutToLaunch = true
    setImmediate(() => {
      this.#isAboutToLaunch = false
      this.#launch()
    })
  }

  /** Sends what may be sent now; whatever ended a wait comes here. */
  #launch(): void {
    while (this.#mayLaunch()) {
      // What has expired comes first, so that nobody trades with it; what more of it there is to end takes turns with the commands.
      const expires = this.#isExpiryDue() && !(this.#hasJustExpired && this.#queue.size > 0)
      this.#hasJustExpired = expires
      this.#send(expires ? [this.#expiry()] : this.#nextBatch())
    }
  }

  #nextBatch(): Waiting[] {
    if (this.#aloneCount === 0) return this.#queue.take(this.#settings.batchMax)
    this.#aloneCount -= 1
    return this.#queue.take(1)
  }

  #mayLaunch(): boolean {
    if (this.#isAhead) return false
    const [oldest] = this.#flights
    if (!oldest) return this.#queue.size > 0 || this.#isExpiryDue()
    if (this.#queue.size === 0 || this.#flights.length === FLIGHTS_MAX || this.#aloneCount > 0) return false
    // A small one on its way already would not gather those who come until the first has landed.
    return this.#queue.size >= oldest.batch.length
  }

  #isExpiryDue(): boolean {
    const next = nextExpiry(this.#state.expiries)
    const now = this.#settings.now()
    return next !== undefined && next <= now && now >= this.#expiryPausedUntil
  }

  #expiry(): Waiting {
    const at = this.#settings.now()
    const reject = () => {
      this.#expiryPausedUntil = this.#settings.now() + EXPIRY_PAUSE_MS
    }
    const command = { type: 'expireOrders', at, most: EXPIRIES_MAX } as const
    return { command, since: at, mayBeCommitted: false, resolve: () => undefined, reject }
  }

  #send(batch: readonly Waiting[]): void {
    const flight = this.#apply(batch)
    this.#forgetAnswers()
    this.#flights.push(flight)
    // It lands after those before it; until then nobody would hear of its failure.
    flight.written.catch(() => undefined)
    this.#landed = this.#landed.then(() => this.#land(flight))
  }

  #apply(taken: readonly Waiting[]): SentBatch {
    const journal = createJournal()
    try {
      const results = executeAll(this.#state, taken, journal)
      const batch = taken.slice(0, results.length)
      this.#queue.untake(taken.slice(results.length))
      if (isEmpty(journal)) return { batch, results, news: [], written: Promise.resolve(true) }
      const number = ++this.#sent
      const written = writeBatch(this.#pipeline, { epoch: this.#leadership.epoch, number }, batchOf(journal))
      return { batch, results, news: this.#audience.show({ journal, state: this.#state }), written }
    } catch (error) {
      this.#isAhead = true
      return { batch: taken, results: [], news: [], written: Promise.reject(error) }
    }
  }

  /** The end of a flight, whose turn it is. */
  async #land(flight: SentBatch): Promise<void> {
    if (this.#flights[0] !== flight) return
    try {
      if (!(await flight.written)) return this.#replaced()
    } catch (error) {
      return this.#recover(error)
    }
    this.#flights.shift()
    this.#audience.tell(flight.news)
    queueNextParts(flight, this.#queue)
    // Answering costs about as much as a commit: the next batch is on its way first, so that the database works meanwhile.
    this.#launch()
    setImmediate(answer, flight)
  }

  /**
   * Memory has run ahead of what was committed, so it is thrown away and built again from SQL. Then the commands are
   * tried again, those that were sent behind them too: those that were committed after all are answered by their keys. A command
   * that the database refuses even alone is a bug, and is told so.
   */
  async #recover(error: unknown): Promise<void> {
    const { log } = this.#settings
    this.#isAhead = true
    const { batch = [] } = this.#flights[0] ?? {}
    log.warn({ err: error, commands: batch.length }, 'a batch was not committed; rebuilding from the database')
    const isRefusal = !(error instanceof DatabaseUnavailable)
    if (isRefusal && batch.length === 1) {
      this.#flights.shift()
      // Behind the answers of those before it.
      setImmediate(() => batch[0]?.reject(error instanceof Error ? error : new Error(String(error))))
    }
    if (isRefusal && batch.length > 1) this.#aloneCount = batch.length
    this.#turnBack()
    while (!(await this.#rebuilt())) await sleep(RETRY_MS)
    this.#launch()
  }

  /** Whoever was under way waits again, before those that came later. */
  #turnBack(): void {
    this.#queue.putBack(this.#flights.flatMap(({ batch }) => batch))
    this.#flights = []
  }

  /** Tries once to build the state anew. True when there is nothing more to try: it succeeded, or there is no way back. */
  async #rebuilt(): Promise<boolean> {
    const { database, markets, log, now } = this.#settings
    try {
      // What was sent may still be on its way: under the new epoch it can no longer arrive.
      const leadership = await renewEpoch(database, this.#leadership)
      if (!leadership) {
        this.#replaced()
        return true
      }
      this.#leadership = leadership
      this.#sent = 0
      this.#state = await rebuild(database, { markets, now: now() })
      this.#isAhead = false
      this.#audience.tell(this.#audience.show({ journal: createJournal(), state: this.#state }))
      return true
    } catch (error) {
      if (this.#closed !== undefined) this.#queue.refuseAll('the exchange closed while the database was away')
      else if (database.engine === 'pglite') this.#lose('The built-in database has stopped; start again.')
      else {
        log.warn({ err: error }, 'the database is away; trying again')
        this.#queue.refuseLate()
        return false
      }
      return true
    }
  }

  #replaced(): void {
    this.#turnBack()
    this.#lose('Another process has become the writer of this database; this one stops.')
  }

  #lose(reason: string): void {
    this.#isAhead = true
    this.#closed = reason
    this.#queue.refuseAll(reason)
    this.#settings.onLost(reason)
  }

  /** Their rows follow now and then, between two batches. */
  #forgetAnswers(): void {
    const { log, now } = this.#settings
    const at = now()
    const before = at - ANSWERS_KEPT_MS
    this.#state.answers.forget(before)
    if (at - this.#forgottenAt < FORGET_EVERY_MS) return
    this.#forgottenAt = at
    const rows = { before: new Date(before), rowsMax: FORGET_ROWS_MAX }
    deleteOldOutcomes(this.#pipeline, rows).catch((error: unknown) =>
      log.warn({ err: error }, 'old answers could not be deleted; they are tried again'),
    )
  }
}
