import type { EngineState } from '../engine/state.ts'
import type { Queryable } from '../store/database.ts'
import { deleteOldOutcomes } from '../store/delete-old-outcomes.ts'
import type { ExchangeSettings } from './exchange.ts'
import { ANSWERS_KEPT_MS } from './rebuild.ts'

/** Rows of a thousand commands a second are deleted as fast as they come. */
const EVERY_MS = 5_000
const ROWS_MAX = 5_000

/** Forgets answers that are too old for a repeat: in memory with every batch, their rows now and then. */
export class Forgetting {
  readonly #database: Queryable
  readonly #log: ExchangeSettings['log']
  #forgottenAt = 0

  constructor(database: Queryable, log: ExchangeSettings['log']) {
    this.#database = database
    this.#log = log
  }

  forgetOld(state: EngineState, at: number): void {
    const before = at - ANSWERS_KEPT_MS
    state.answers.forget(before)
    if (at - this.#forgottenAt < EVERY_MS) return
    this.#forgottenAt = at
    deleteOldOutcomes(this.#database, { before: new Date(before), rowsMax: ROWS_MAX }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'old answers could not be deleted; they are tried again'),
    )
  }
}
