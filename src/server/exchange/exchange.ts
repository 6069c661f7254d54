import type { Market } from '#domain/market.ts'
import type { MarketHours } from '#domain/market-state.ts'
import type { Outcome, SentCommand, UnfinishedOutcome } from '../engine/commands.ts'
import type { Database } from '../store/database.ts'
import type { CommitFeed } from './commit-feed.ts'
import type { FoundOutcome, Reply } from './execute.ts'

/** The way in: commands queue for the one writer, wherever it is. */
export interface CommandBus {
  /**
   * Queues a command and resolves after its commit. Refusals are values.
   * @throws ExchangeUnavailable: certainly nothing happened; OutcomeUnknown: it may have been committed
   */
  submit(command: SentCommand, options?: SubmitOptions): Promise<Answer>
  /**
   * What a user's key came to, as long as it is remembered; `undefined` where nothing was committed under it so far. Waits its turn behind
   * every command that was queued before, so that one of those is found or was never executed.
   * @throws as `submit`
   */
  findOutcome(whose: { readonly userId: number; readonly key: string }): Promise<Outcome | undefined>
}

export interface SubmitOptions {
  /** In milliseconds since 1970: a command that is not executed by then is refused, since its sender has given up. Default: in ten seconds. */
  readonly deadline?: number
}

/**
 * The two doors of the exchange, and its end. A single writer holds the truth: it applies each command in memory by the pure engine, writes a
 * batch of them with its postings in one statement, and answers and publishes after the commit alone. It also stamps the time: a command
 * carries none, so that expiry, trading hours, halts, the rules of a market and the life of a quoted price are decided at the moment when
 * it is applied, which never goes back, not even through restarts (`leader.at`). Books, candles, prices, streams and levels are read
 * models, which begin with a snapshot and follow the commits. Both doors are function calls of one process now; what passes through them
 * is plain data, so that either could become messages between processes.
 */
export interface Exchange extends CommandBus, CommitFeed {
  /** Resolves when what is in flight was committed and published, or given up. */
  settled(): Promise<void>
  /** Whether a command can be committed now: not while memory is rebuilt, nor after a close. */
  isServing(): boolean
  /** Finishes what is queued, then refuses. */
  close(): Promise<void>
}

/** What a command comes to: its outcome, or a refusal that changed nothing. One that is executed in parts is answered after the last. */
export type Answer = Exclude<Reply, UnfinishedOutcome | FoundOutcome>

export interface ExchangeSettings {
  readonly database: Database
  readonly markets: readonly Market[]
  /** `always`: no market ever closes, whatever its own hours; by default each keeps them. */
  readonly hours?: MarketHours
  readonly log: { warn(details: object, message: string): void }
  /** Called when this process can never write again, with the reason as a sentence: it must stop. */
  readonly onLost: (reason: string) => void
  /** Answers that memory holds at most; older ones of the last day are asked of the database. */
  readonly answersMax?: number
  /** Orders on the book that one command meets at one go; absent: `MATCHES_MAX`. */
  readonly matchesMax?: number
  /** Commands in one commit at most. */
  readonly batchMax?: number
  readonly now?: () => number
}

export type { QuickTrade, SetMarketRules } from '../engine/commands.ts'
