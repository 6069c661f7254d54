import { setTimeout as sleep } from 'node:timers/promises'
import { apply } from '../engine/apply.ts'
import type { Command, Result } from '../engine/commands.ts'
import { nextExpiry } from '../engine/expiries.ts'
import { createJournal, type Journal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'
import { DatabaseUnavailable } from '../store/database-unavailable.ts'
import { deleteOldOutcomes } from '../store/delete-old-outcomes.ts'
import { type Leadership, renewEpoch, writeBatch } from '../store/write-batch.ts'
import { batchOf, isEmpty } from './batch-of.ts'
import { CommandQueue, type Waiting } from './command-queue.ts'
import type { Committed, ExchangeSettings } from './exchange.ts'
import { ExchangeUnavailable } from './exchange-unavailable.ts'
import { ANSWERS_KEPT_MS, rebuild } from './rebuild.ts'

export interface WriterSettings extends Required<ExchangeSettings> {
  readonly leadership: Leadership
  readonly state: EngineState
}

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

/** Applies queued commands in memory, writes what they changed in one statement, and only then answers. */
export class Writer {
  readonly #settings: WriterSettings
  readonly #queue: CommandQueue
  readonly #listeners = new Set<(committed: Committed) => void>()
  #leadership: Leadership
  #state: EngineState
  #running: Promise<void> | undefined
  #closed: string | undefined
  /** Memory has run ahead of what was committed: nothing may be written from it. */
  #isAhead = false
  /** How many of the next commands go alone, because one of them spoiled a batch. */
  #aloneCount = 0
  #forgottenAt = 0
  #expiryPausedUntil = 0
  readonly #expiryCheck: NodeJS.Timeout

  constructor(settings: WriterSettings) {
    this.#settings = settings
    this.#queue = new CommandQueue(settings.now)
    this.#leadership = settings.leadership
    this.#state = settings.state
    this.#expiryCheck = setInterval(() => this.#expireInTime(), EXPIRY_CHECK_MS).unref()
  }

  submit(command: Command): Promise<Result> {
    if (this.#closed !== undefined) return Promise.reject(new ExchangeUnavailable(this.#closed))
    const answer = this.#queue.add(command)
    this.#running ??= this.#run()
    return answer
  }

  subscribe(listener: (committed: Committed) => void): () => void {
    this.#listeners.add(listener)
    listener({ journal: createJournal(), state: this.#state })
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed ??= 'the exchange is closed'
    clearInterval(this.#expiryCheck)
    await this.#running
    // The last answers come in the turn after their commit.
    await new Promise(setImmediate)
  }

  /** One batch after the other; the next is whatever queued while the last one was written. */
  async #run(): Promise<void> {
    // Those behind a commit that takes long are told in time that it will not be theirs.
    const lateCheck = setInterval(() => this.#queue.refuseLate(), LATE_CHECK_MS)
    try {
      // Commands that arrive in one turn of the event loop share a commit.
      await new Promise(setImmediate)
      while (!this.#isAhead && (!this.#queue.isEmpty || this.#isExpiryDue())) {
        if (this.#isExpiryDue()) {
          await this.#commit([this.#expiry()])
          continue
        }
        const alone = this.#aloneCount > 0
        if (alone) this.#aloneCount -= 1
        await this.#commit(this.#queue.take(alone ? 1 : this.#settings.batchMax))
      }
    } finally {
      clearInterval(lateCheck)
      // In one turn with the look at the empty queue: a command that comes next finds nobody running, and starts anew.
      this.#running = undefined
    }
  }

  #expireInTime(): void {
    if (this.#closed === undefined && this.#isExpiryDue()) this.#running ??= this.#run()
  }

  /** What has expired is ended before the next command is looked at: nobody trades with it. */
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
    return { command, since: at, resolve: () => undefined, reject }
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const { database, now } = this.#settings
    const at = now()
    const journal = createJournal()
    try {
      const results = batch.map(({ command }) => apply(this.#state, command, journal))
      if (!isEmpty(journal)) {
        const written = await writeBatch(database, this.#leadership, batchOf(journal))
        if (!written) return this.#replaced(batch)
        this.#announce(journal)
      }
      // Answering costs about as much as a commit: the next batch is on its way first, so that the database works meanwhile.
      setImmediate(answer, batch, results)
      await this.#forgetAnswers(at)
    } catch (error) {
      await this.#recover(batch, error)
    }
  }

  #announce(journal: Journal): void {
    for (const listener of this.#listeners) {
      try {
        listener({ journal, state: this.#state })
      } catch (error) {
        // What is committed stays committed, whatever its readers make of it.
        this.#settings.log.warn({ err: error }, 'a listener of the exchange failed')
      }
    }
  }

  /**
   * Memory has run ahead of what was committed, so it is thrown away and built again from SQL. Then the commands are
   * tried again: those that were committed after all are answered by their keys. A command that the database refuses
   * even alone is a bug, and is told so.
   */
  async #recover(batch: readonly Waiting[], error: unknown): Promise<void> {
    const { log } = this.#settings
    this.#isAhead = true
    log.warn({ err: error, commands: batch.length }, 'a batch was not committed; rebuilding from the database')
    const isRefusal = !(error instanceof DatabaseUnavailable)
    const [first] = batch
    if (isRefusal && batch.length === 1 && first)
      first.reject(error instanceof Error ? error : new Error(String(error)))
    else this.#queue.putBack(batch)
    if (isRefusal && batch.length > 1) this.#aloneCount = batch.length
    while (!(await this.#rebuilt())) await sleep(RETRY_MS)
  }

  /** Tries once to build the state anew. True when there is nothing more to try: it succeeded, or there is no way back. */
  async #rebuilt(): Promise<boolean> {
    const { database, markets, log, now } = this.#settings
    try {
      // The lost batch may still be on its way: under the new epoch it can no longer arrive.
      const leadership = await renewEpoch(database, this.#leadership)
      if (!leadership) {
        this.#replaced([])
        return true
      }
      this.#leadership = leadership
      this.#state = await rebuild(database, { markets, now: now() })
      this.#isAhead = false
      this.#announce(createJournal())
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

  #replaced(batch: readonly Waiting[]): void {
    this.#queue.putBack(batch)
    this.#lose('Another process has become the writer of this database; this one stops.')
  }

  #lose(reason: string): void {
    this.#closed = reason
    clearInterval(this.#expiryCheck)
    this.#queue.refuseAll(reason)
    this.#settings.onLost(reason)
  }

  /** Their rows follow now and then, between two batches. */
  async #forgetAnswers(at: number): Promise<void> {
    const before = at - ANSWERS_KEPT_MS
    this.#state.answers.forget(before)
    if (at - this.#forgottenAt < FORGET_EVERY_MS) return
    this.#forgottenAt = at
    const { database, log } = this.#settings
    await deleteOldOutcomes(database, { before: new Date(before), rowsMax: FORGET_ROWS_MAX }).catch((error: unknown) =>
      log.warn({ err: error }, 'old answers could not be deleted; they are tried again'),
    )
  }
}

function answer(batch: readonly Waiting[], results: readonly Result[]): void {
  batch.forEach(({ resolve }, i) => {
    const result = results[i]
    if (result) resolve(result)
  })
}
