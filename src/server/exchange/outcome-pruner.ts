import { ANSWERS_KEPT_MS } from '../engine/answers.ts'
import type { Queryable } from '../store/database.ts'
import { deleteOldOutcomes } from '../store/outcomes.ts'
import type { ExchangeSettings } from './exchange.ts'

const EVERY_MS = 5_000
/** The pause while more rows are due: it deletes twice as many a second as the highest measured rate of commands. */
const EVERY_MS_BEHIND = 100
const ROWS_MAX = 2_000

/** Deletes the rows of answers that are too old for a repeat, from time to time and without delaying the batches. */
export class OutcomePruner {
  readonly #database: Queryable
  readonly #log: ExchangeSettings['log']
  #dueAt = 0
  #isAtWork = false

  constructor(database: Queryable, log: ExchangeSettings['log']) {
    this.#database = database
    this.#log = log
  }

  /** Cheap enough to call with every batch. */
  prune(now: number): void {
    if (this.#isAtWork || now < this.#dueAt) return
    this.#isAtWork = true
    void this.#delete(now)
  }

  async #delete(now: number): Promise<void> {
    try {
      const count = await deleteOldOutcomes(this.#database, {
        before: new Date(now - ANSWERS_KEPT_MS),
        rowsMax: ROWS_MAX,
      })
      this.#dueAt = now + (count === ROWS_MAX ? EVERY_MS_BEHIND : EVERY_MS)
    } catch (error) {
      this.#dueAt = now + EVERY_MS
      this.#log.warn({ err: error }, 'old answers could not be deleted; they are tried again')
    }
    this.#isAtWork = false
  }
}
