import type { Market } from '#domain/market.ts'
import type { Command, Outcome, Result, UnfinishedOutcome } from '../engine/commands.ts'
import type { Journal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'
import type { Database } from '../store/database.ts'

/** What one batch changed. Its orders, wallets and books are changed in place by the next: they are read while the listener runs, or not at all. */
export interface Applied {
  readonly journal: Journal
  readonly state: EngineState
}

/**
 * Is shown what a batch changed before it is committed, and tells nobody; what it returns is called once that is committed, in the order
 * of the commits, and never where it is not. Another `state` than the last one is one that was rebuilt from what is committed:
 * whatever was shown in between may never have been.
 */
export type Listener = (applied: Applied) => () => void

export interface Exchange {
  /**
   * Queues a command and resolves after its commit. Refusals are values.
   * @throws ExchangeUnavailable: certainly nothing happened; OutcomeUnknown: it may have been committed
   */
  submit(command: Command): Promise<Answer>
  /**
   * What a user's key came to, as long as it is remembered; `undefined` where nothing was committed under it so far. Waits its turn behind
   * every command that was queued before, so that one of those is found or was never executed.
   * @throws as `submit`
   */
  findOutcome(whose: { readonly userId: number; readonly key: string }): Promise<Outcome | undefined>
  /**
   * Shows every batch, and first the state as it stands with an empty journal: what comes of that is told at once, or where a batch is
   * under way with it. Returns how to stop listening.
   */
  subscribe(listener: Listener): () => void
  /** Resolves when what is under way was committed and told, or given up. */
  settled(): Promise<void>
  /** Finishes what is queued, then refuses. */
  close(): Promise<void>
}

/** What a command comes to: its outcome, or a refusal that changed nothing. One that is carried out in parts is answered after the last. */
export type Answer = Exclude<Result, UnfinishedOutcome>

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
