import type { Market } from '#domain/market.ts'
import { apply } from '../engine/apply.ts'
import type { Command, Result } from '../engine/commands.ts'
import { createJournal, type Journal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'
import type { Database } from '../store/database.ts'
import { DatabaseUnavailable } from '../store/database-unavailable.ts'
import { takeEpoch, writeBatch } from '../store/write-batch.ts'
import { batchOf, isEmpty } from './batch-of.ts'
import { ANSWERS_KEPT_MS, rebuild } from './rebuild.ts'

/** The command was not carried out, or nobody can say yet whether it was: the same key asks again safely. */
export class ExchangeUnavailable extends Error {
  override readonly name = 'ExchangeUnavailable'
}

/** What one commit changed, told after it. The state may be read only while the listener runs. */
export interface Committed {
  readonly journal: Journal
  readonly state: EngineState
}

export interface Exchange {
  /**
   * Queues a command and resolves after its commit. Refusals are values.
   * @throws ExchangeUnavailable
   */
  submit(command: Command): Promise<Result>
  /** Told of every commit, and once at the beginning with an empty journal. Returns how to stop listening. */
  subscribe(listener: (committed: Committed) => void): () => void
  /** Finishes what is queued, then refuses. */
  close(): Promise<void>
}

/** What a command comes to: its outcome, or a refusal that changed nothing. */
export type Answer = Awaited<ReturnType<Exchange['submit']>>

export interface ExchangeSettings {
  readonly database: Database
  readonly markets: readonly Market[]
  readonly log: { warn(details: object, message: string): void }
  /** Called when this process can never write again, with the reason as a sentence: it must stop. */
  readonly onLost: (reason: string) => void
  /** Commands in one commit at most. */
  readonly batchMax?: number
  readonly now?: () => number
}

interface Waiting {
  readonly command: Command
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (reason: Error) => void
}

const QUEUE_MAX = 20_000
/** A command older than this is refused rather than carried out at a moment that its sender has given up on. */
const WAIT_MS_MAX = 10_000
const RETRY_MS = 250

/** Opens the single writer: takes the epoch, rebuilds the state from what was committed, and begins to serve. */
export async function openExchange(settings: ExchangeSettings): Promise<Exchange> {
  const { database, markets, now = Date.now } = settings
  const epoch = await takeEpoch(database)
  const state = await rebuild(database, { markets, now: now() })
  const writer = new Writer({ ...settings, now, epoch, state, batchMax: settings.batchMax ?? 1_000 })
  return {
    submit: (command) => writer.submit(command),
    subscribe: (listener) => writer.subscribe(listener),
    close: () => writer.close(),
  }
}

interface WriterSettings extends Required<ExchangeSettings> {
  readonly epoch: bigint
  readonly state: EngineState
}

class Writer {
  readonly #settings: WriterSettings
  readonly #listeners = new Set<(committed: Committed) => void>()
  #state: EngineState
  #queue: Waiting[] = []
  #running: Promise<void> | undefined
  #closed = false
  /** How many of the next commands go alone, because one of them spoiled a batch. */
  #aloneCount = 0

  constructor(settings: WriterSettings) {
    this.#settings = settings
    this.#state = settings.state
  }

  submit(command: Command): Promise<Result> {
    if (this.#closed || this.#queue.length >= QUEUE_MAX)
      return Promise.reject(new ExchangeUnavailable(this.#closed ? 'the exchange is closed' : 'the queue is full'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, since: this.#settings.now(), resolve, reject })
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined
      })
    })
  }

  subscribe(listener: (committed: Committed) => void): () => void {
    this.#listeners.add(listener)
    listener({ journal: createJournal(), state: this.#state })
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  /** One batch after the other; the next is whatever queued while the last one was written. */
  async #run(): Promise<void> {
    // Commands that arrive in one turn of the event loop share a commit.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) {
      const alone = this.#aloneCount > 0
      if (alone) this.#aloneCount -= 1
      await this.#commit(this.#queue.splice(0, alone ? 1 : this.#settings.batchMax))
    }
  }

  async #commit(batch: Waiting[]): Promise<void> {
    const { database, epoch, now } = this.#settings
    const at = now()
    const fresh = batch.filter((waiting) => this.#inTime(waiting, at))
    const journal = createJournal()
    try {
      const results = fresh.map(({ command }) => apply(this.#state, command, journal))
      if (!isEmpty(journal)) {
        if (!(await writeBatch(database, epoch, batchOf(journal, at)))) return this.#replaced(fresh)
        this.#announce(journal)
      }
      fresh.forEach(({ resolve }, i) => {
        const result = results[i]
        if (result) resolve(result)
      })
      this.#forgetAnswers(at)
    } catch (error) {
      await this.#recover(fresh, error)
    }
  }

  #inTime({ since, reject }: Waiting, at: number): boolean {
    if (at - since <= WAIT_MS_MAX) return true
    reject(new ExchangeUnavailable('the command waited too long'))
    return false
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
  async #recover(batch: Waiting[], error: unknown): Promise<void> {
    const { database, markets, log, now } = this.#settings
    log.warn({ err: error, commands: batch.length }, 'a batch was not committed; rebuilding from the database')
    const refused = !(error instanceof DatabaseUnavailable)
    const [first] = batch
    if (refused && batch.length === 1 && first) first.reject(error instanceof Error ? error : new Error(String(error)))
    else this.#queue.unshift(...batch)
    if (refused && batch.length > 1) this.#aloneCount = batch.length
    for (;;) {
      try {
        this.#state = await rebuild(database, { markets, now: now() })
        this.#announce(createJournal())
        return
      } catch (rebuildError) {
        if (this.#closed) return this.#refuseAll('the exchange closed while the database was away')
        if (database.engine === 'pglite') return this.#lose('The built-in database has stopped; start again.')
        log.warn({ err: rebuildError }, 'the database is away; trying again')
        this.#queue = this.#queue.filter((waiting) => this.#inTime(waiting, now()))
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  #replaced(batch: Waiting[]): void {
    this.#queue.unshift(...batch)
    this.#lose('Another process has become the writer of this database; this one stops.')
  }

  #lose(reason: string): void {
    this.#closed = true
    this.#refuseAll(reason)
    this.#settings.onLost(reason)
  }

  #refuseAll(reason: string): void {
    for (const { reject } of this.#queue.splice(0)) reject(new ExchangeUnavailable(reason))
  }

  /** Answers stand in order of time, so the oldest are the first. */
  #forgetAnswers(at: number): void {
    for (const [key, answer] of this.#state.answers) {
      if (answer.at >= at - ANSWERS_KEPT_MS) return
      this.#state.answers.delete(key)
    }
  }
}
