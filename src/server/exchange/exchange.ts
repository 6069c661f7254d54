import type { Market } from '#domain/market.ts'
import type { MarketHours } from '#domain/market-state.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { RefusedOutcome, Result, SentCommand, UnfinishedOutcome } from '../engine/commands.ts'
import { type Database, DatabaseUnavailable } from '../store/database.ts'
import type { CommitFeed } from './commit-feed.ts'
import type { Lease } from './lease.ts'
import type { WarmWallets } from './warm-wallets.ts'

/** The entrance: commands queue for the one writer, wherever it runs. */
export interface CommandBus {
  /**
   * Queues a command and resolves after its commit. Refusals are values.
   * @throws ExchangeUnavailable: certainly nothing happened; OutcomeUnknown: it may have been committed
   */
  submit(command: SentCommand, options?: SubmitOptions): Promise<Answer>
  /**
   * The stored outcome of a user's key; `undefined` if nothing has been committed under it. The question waits for every command that was
   * queued before it: afterwards such a command is either found or was never executed. @throws as `submit`
   */
  findOutcome(whose: { readonly userId: number; readonly key: string }): Promise<Outcome | undefined>
}

export interface SubmitOptions {
  /** In milliseconds since 1970. A later command is refused, since its sender has given up. Default: ten seconds from now. */
  readonly deadline?: number
  /** The span that the command belongs to, as W3C's Trace Context writes it; absent: it is not traced. */
  readonly traceparent?: string
}

/** The measures of one batch that was committed. */
export interface MeasuredCommit {
  readonly commands: number
  /** When its statement was sent, in the milliseconds of `performance.now()`. */
  readonly sentAt: number
  /** The spans of those commands that are traced. */
  readonly traceparents: readonly string[]
}

/**
 * The two doors of the exchange, and its end. A single writer holds the truth: it applies each command in memory by the pure engine, writes a
 * batch of them with its postings in one statement, and answers and publishes after the commit alone. It also stamps the time: a command
 * carries none, so that expiry, trading hours, halts, the rules of a market and the life of a quoted price are decided at the moment when
 * it is applied, which never goes back, not even through restarts (`leader.at`). Books, candles, prices, streams and levels are read
 * models, which begin with a snapshot and follow the commits. Within the writer's process both doors are function calls; for other processes
 * `serve-exchange.ts` opens them over HTTP, and `remote-exchange.ts` is their other side.
 */
export interface Exchange extends CommandBus, CommitFeed {
  /** Resolves when the batches in flight are committed and published, or given up. */
  settled(): Promise<void>
  /** Whether a command can be committed now: not while memory is rebuilt, nor after a close. */
  isServing(): boolean
  /** How old what the commits say may be, in milliseconds: the time since the writer was last there; 0 in its own process. */
  ageMs(): number
  /** Finishes the queued commands, then refuses new ones. */
  close(): Promise<void>
}

/** Looks up the outcome of a key. It changes nothing, and is answered after the commit of everything queued before it. */
export interface FindOutcome {
  readonly type: 'findOutcome'
  readonly userId: number
  readonly key: string
}

export interface FoundOutcome {
  readonly kind: 'found'
  /** Absent if nothing has been committed under this key, or its outcome was deleted. */
  readonly outcome: Outcome | undefined
}

/** A refusal, and when it was decided, in milliseconds since 1970. */
export type DatedRefusal = RefusedOutcome & { readonly at: number }

/** The requests that the writer executes one by one, and their results; `unfinished` is for the writer alone. */
export type Request = SentCommand | FindOutcome
export type Reply = Exclude<Result, RefusedOutcome> | DatedRefusal | FoundOutcome

/** The result of a command: its outcome, or a refusal that changed nothing. A command executed in parts is answered after its last part. */
export type Answer = Exclude<Reply, UnfinishedOutcome | FoundOutcome>

export interface ExchangeSettings {
  readonly database: Database
  readonly markets: readonly Market[]
  /** `always`: no market ever closes, whatever its own hours; by default each keeps them. */
  readonly hours?: MarketHours
  readonly log: { warn(details: object, message: string): void }
  /** Called when this process can never write again, with the reason as a sentence: the process must stop. */
  readonly onLost: (reason: string) => void
  /** The right to write, if it was taken before; absent: it is taken when the exchange opens. */
  readonly lease?: Lease
  /** The wallets that this process read while it waited for that right; absent: all are read when the exchange opens. */
  readonly warm?: WarmWallets
  /** Answers that memory holds at most; older ones of the last day are read from the database. */
  readonly answersMax?: number
  /** Orders on the book that one command meets per turn; absent: `MATCHES_MAX`. */
  readonly matchesMax?: number
  /** Commands in one commit at most. */
  readonly batchMax?: number
  /** Receives the measures of each commit, as soon as it is known. */
  readonly onCommit?: (commit: MeasuredCommit) => void
  readonly now?: () => number
}

/** The command was certainly not executed: it never reached the database. The same key or another may ask again. */
export class ExchangeUnavailable extends Error {
  override readonly name = 'ExchangeUnavailable'
}

/** The command was sent to the database, and its outcome is not known: only a retry with the same key is safe. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * The code for a command or call that met this error: UNAVAILABLE, nothing happened; OUTCOME_UNKNOWN, it may have taken effect. A lost
 * database is an unknown outcome, since one of the statements may have been committed. `undefined` for a fault of ours.
 */
export function codeOfFailure(error: unknown): 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | undefined {
  if (error instanceof ExchangeUnavailable) return 'UNAVAILABLE'
  if (error instanceof OutcomeUnknown || error instanceof DatabaseUnavailable) return 'OUTCOME_UNKNOWN'
  return undefined
}

/** For the person who runs the server. */
export const DATABASE_STOPPED = 'The built-in database has stopped; start again.'

/**
 * The key of a command that the server itself sends for a user. Its slash keeps it apart from every key that clients choose (`ClientKey`),
 * so that nobody can claim the key of a command before the server sends it.
 */
export const serverKey = (name: string): string => `server/${name}`

export type { PlaceOrder, QuickTrade, SetMarketRules } from '../engine/commands.ts'
