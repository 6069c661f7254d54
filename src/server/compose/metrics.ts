import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { toCount } from '#domain/counts.ts'
import { SECURITY_EVENTS } from '../accounts/security-log.ts'
import type { Role } from '../config/role.ts'
import { codeOfFailure, type Exchange, type MeasuredCommit } from '../exchange/exchange.ts'
import type { MeasuredCall } from '../exchange/writer-calls.ts'
import type { PriceBoard } from '../market-data/price-board.ts'
import type { Gauges } from '../operations/gauges.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { type Database, DatabaseError, type Queryable } from '../store/database.ts'
import type { JobSettings } from './jobs.ts'
import {
  followGauges,
  followJobs,
  followMachine,
  followWriter,
  type Machine,
  type WriterSources,
} from './role-metrics.ts'
import type { TracedPart } from './tracing.ts'

/** In seconds: an order takes some 2 ms, hashing a password some 100. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const MS_PER_SECOND = 1_000

/** One answer that was sent. */
export interface Answered {
  readonly method: string
  /** The route's own path, without the callers' parameters. */
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** The metrics for Prometheus. No label identifies a person. */
export interface Metrics {
  readonly contentType: string
  read(): Promise<string>
  countAnswer(answered: Answered): void
  countStatement(seconds: number): void
  countSecurityEvent(event: string): void
  /** Counts what became of a command of this process, or of one that another process has sent to its writer. */
  countCommand<Answer extends { kind: string }>(answering: Promise<Answer>): Promise<Answer>
  countCommit(commit: MeasuredCommit): void
  /** Counts a call of the writer in another process. */
  countCall(call: MeasuredCall): void
  /** Counts spans that reached their receiver, and those that were lost. */
  countSpans(spans: { readonly count: number; readonly sent: boolean }): void
  readonly watchJob: NonNullable<JobSettings['watch']>
  followWriter(sources: WriterSources): void
  followMachine(machine: Machine): void
  /** Records the exchange's commits. */
  followExchange(exchange: Exchange): void
  /** Reports the figures of the operators' first page, from the same source. */
  followGauges(gauges: Gauges): void
  followPrices(board: Pick<PriceBoard, 'ageOf'>, catalogue: Catalogue): void
}

/** @param role stands on every series */
export function openMetrics(role: Role): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'kimia_http_answer_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers,
  })
  const statements = new Histogram({
    name: 'kimia_statement_seconds',
    help: 'Time of a statement, but for those of the writer',
    buckets: BUCKETS,
    registers,
  })
  const securityEvents = new Counter({
    name: 'kimia_security_events_total',
    help: 'Refusals and faults of the security log',
    labelNames: ['event'] as const,
    registers,
  })
  // The first of a series that is born with it would be no increase.
  for (const event of SECURITY_EVENTS) securityEvents.inc({ event }, 0)
  const spans = new Counter({
    name: 'kimia_spans_total',
    help: 'Spans of traces that reached their receiver (sent) or were lost',
    labelNames: ['outcome'] as const,
    registers,
  })
  for (const outcome of ['sent', 'lost']) spans.inc({ outcome }, 0)
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    countAnswer: ({ method, route, status, ms }) =>
      answers.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / MS_PER_SECOND),
    countStatement: (seconds) => statements.observe(seconds),
    countSecurityEvent: (event) => securityEvents.inc({ event }),
    ...commandCounters(registers),
    countSpans: ({ count, sent }) => spans.inc({ outcome: sent ? 'sent' : 'lost' }, count),
    watchJob: followJobs(registers),
    followWriter: (sources) => followWriter(sources, registers),
    followMachine: (machine) => followMachine(machine, registers),
    followExchange: (exchange) => followExchange(exchange, registers),
    followGauges: (gauges) => followGauges(gauges, registers),
    followPrices: (board, { markets }) => {
      new Gauge({
        name: 'kimia_price_age_seconds',
        help: 'Age of the oldest price that quick trade still takes, or of the newest where all are stale',
        registers,
        collect() {
          this.set(Math.max(0, (Date.now() - board.ageOf(markets).at.getTime()) / MS_PER_SECOND))
        },
      })
    },
  }
}

function commandCounters(registers: Registry[]): Pick<Metrics, 'countCommand' | 'countCommit' | 'countCall'> {
  const commands = new Counter({
    name: 'kimia_commands_total',
    help: 'Commands by what became of them: done, refused, UNAVAILABLE, OUTCOME_UNKNOWN, or failed by a fault of ours',
    labelNames: ['outcome'] as const,
    registers,
  })
  const commits = new Histogram({
    name: 'kimia_commit_seconds',
    help: 'Time from the sending of a batch to its commit',
    buckets: BUCKETS,
    registers,
  })
  const batches = new Histogram({
    name: 'kimia_commit_commands',
    help: 'Commands of one commit',
    buckets: [1, 3, 10, 30, 100, 300, 1_000],
    registers,
  })
  const calls = new Histogram({
    name: 'kimia_writer_call_seconds',
    help: 'Time of a call of the writer in another process, to the end of its answer',
    labelNames: ['call', 'outcome'] as const,
    buckets: BUCKETS,
    registers,
  })
  const feeds = new Counter({
    name: 'kimia_feed_losses_total',
    help: 'Times that the feed of the writer broke off, or no writer was there to follow',
    registers,
  })
  // An increase is seen from the first one on only where there was a zero before.
  for (const outcome of ['done', 'refused', 'UNAVAILABLE', 'OUTCOME_UNKNOWN', 'failed']) commands.inc({ outcome }, 0)
  return {
    countCommand: async (answering) => {
      try {
        const answer = await answering
        commands.inc({ outcome: answer.kind === 'refused' ? 'refused' : 'done' })
        return answer
      } catch (error) {
        commands.inc({ outcome: codeOfFailure(error) ?? 'failed' })
        throw error
      }
    },
    countCommit: ({ sentAt, commands: count }) => {
      commits.observe((performance.now() - sentAt) / MS_PER_SECOND)
      batches.observe(count)
    },
    countCall: ({ path, outcome, began }) => {
      // A feed lasts as long as both processes do.
      if (path === '/feed') feeds.inc()
      else calls.observe({ call: path.slice(1), outcome }, (performance.now() - began) / MS_PER_SECOND)
    },
  }
}

function followExchange(exchange: Exchange, registers: Registry[]): void {
  const commits = new Counter({ name: 'kimia_commits_total', help: 'Batches that were committed', registers })
  const trades = new Counter({ name: 'kimia_trades_total', help: 'Trades of the books', registers })
  const orders = new Counter({ name: 'kimia_order_changes_total', help: 'Orders that a commit changed', registers })
  const epoch = new Gauge({ name: 'kimia_epoch', help: 'Grows by one whenever a writer takes over', registers })
  const newest = new Gauge({
    name: 'kimia_commit_number',
    help: 'The newest commit that this process knows; where it is less than at the writer, the process is behind',
    registers,
  })
  exchange.subscribe(undefined, (event) => {
    epoch.set(toCount(event.epoch))
    newest.set(event.number)
    if (event.kind === 'snapshot') return
    commits.inc()
    trades.inc(event.trades.length)
    orders.inc(event.orders.length)
  })
  new Gauge({
    name: 'kimia_feed_age_seconds',
    help: 'Time since the last line of the writer; 0 in its own process',
    registers,
    collect() {
      this.set(exchange.ageMs() / MS_PER_SECOND)
    },
  })
  new Gauge({
    name: 'kimia_exchange_serving',
    help: '1 while commands can be committed',
    registers,
    collect() {
      this.set(exchange.isServing() ? 1 : 0)
    },
  })
}

const SLOW_MS = 1_000
const SHOWN_LETTERS = 160

/** A statement as traces show it: its text contains no values, and nothing else of it is shown. */
export const statementFacts = (sql: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': shorten(sql),
})

interface Watching {
  readonly log: { warn(details: object, message: string): void }
  /** Receives the duration of each statement in seconds. */
  readonly observe?: ((seconds: number) => void) | undefined
  /** Receives each statement as a part of the present trace. */
  readonly record?: ((part: TracedPart) => void) | undefined
  /** A statement that takes longer gets a line in the log; absent: a second. */
  readonly slowMs?: number
}

/**
 * The same database, but slow statements are logged. Statements of the writer's pipelines are excluded, since they wait for each other on
 * purpose. The text of a statement contains no values, so the line reveals nothing about a person.
 */
export function watchStatements(database: Database, { log, observe, record, slowMs = SLOW_MS }: Watching): Database {
  const timed = (queryable: Queryable): Queryable['query'] => {
    return async (sql, values) => {
      const began = performance.now()
      let fault: string | undefined
      try {
        return await queryable.query(sql, values)
      } catch (error) {
        fault = error instanceof DatabaseError ? error.code : 'DatabaseUnavailable'
        throw error
      } finally {
        record?.({ name: nameOf(sql), began, facts: statementFacts(sql), fault, isOutside: true })
        const ms = performance.now() - began
        observe?.(ms / 1_000)
        if (ms > slowMs) log.warn({ ms: Math.round(ms), statement: shorten(sql) }, 'a statement took long')
      }
    }
  }
  return {
    ...database,
    query: timed(database),
    transaction: (work) => database.transaction((tx) => work({ ...tx, query: timed(tx) })),
  }
}

const shorten = (sql: string) => sql.replace(/\s+/g, ' ').trim().slice(0, SHOWN_LETTERS)

/** "SQL select". */
const nameOf = (sql: string) => `SQL ${/^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''}`
