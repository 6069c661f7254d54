import type { Market } from '#domain/market.ts'
import type { Command, Result } from '../engine/commands.ts'
import type { Journal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'
import type { Database } from '../store/database.ts'

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
