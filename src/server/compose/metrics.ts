import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { toCount } from '#domain/counts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { PriceBoard } from '../market-data/price-board.ts'
import type { Gauges, VendorGauge } from '../operations/gauges.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Database, Queryable } from '../store/database.ts'

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
  countJobFailure(job: string): void
  /** Records the exchange's commits. */
  followExchange(exchange: Exchange): void
  /** Reports the figures of the operators' first page, from the same source. */
  followGauges(gauges: Gauges): void
  followPrices(board: Pick<PriceBoard, 'ageOf'>, catalogue: Catalogue): void
}

export function openMetrics(): Metrics {
  const registry = new Registry()
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
  const failedJobs = new Counter({
    name: 'kimia_job_failures_total',
    help: 'Runs of a job that failed',
    labelNames: ['job'] as const,
    registers,
  })
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    countAnswer: ({ method, route, status, ms }) =>
      answers.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / MS_PER_SECOND),
    countStatement: (seconds) => statements.observe(seconds),
    countSecurityEvent: (event) => securityEvents.inc({ event }),
    countJobFailure: (job) => failedJobs.inc({ job }),
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

function followExchange(exchange: Exchange, registers: Registry[]): void {
  const commits = new Counter({ name: 'kimia_commits_total', help: 'Batches that were committed', registers })
  const trades = new Counter({ name: 'kimia_trades_total', help: 'Trades of the books', registers })
  const orders = new Counter({ name: 'kimia_order_changes_total', help: 'Orders that a commit changed', registers })
  const epoch = new Gauge({ name: 'kimia_epoch', help: 'Grows by one whenever a writer takes over', registers })
  exchange.subscribe(undefined, (event) => {
    epoch.set(toCount(event.epoch))
    if (event.kind === 'snapshot') return
    commits.inc()
    trades.inc(event.trades.length)
    orders.inc(event.orders.length)
  })
  new Gauge({
    name: 'kimia_feed_age_seconds',
    help: 'Time since the writer was last heard of; 0 in its own process',
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

function followGauges(gauges: Gauges, registers: Registry[]): void {
  new Gauge({
    name: 'kimia_commands_waiting',
    help: 'Commands that wait for their commit',
    registers,
    collect() {
      this.set(gauges.waiting)
    },
  })
  new Counter({
    name: 'kimia_commands_answered_total',
    help: 'Commands that were answered or refused',
    registers,
    collect() {
      this.reset()
      this.inc(gauges.answered)
    },
  })
  new Gauge({
    name: 'kimia_command_p99_seconds',
    help: 'Time within which 99 of 100 of the last commands were answered',
    registers,
    collect() {
      this.set((gauges.p99Ms() ?? Number.NaN) / MS_PER_SECOND)
    },
  })
  const vendors = (name: string, help: string, count: (vendor: VendorGauge) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['vendor'] as const,
      registers,
      collect() {
        this.reset()
        for (const gauge of gauges.vendors()) this.inc({ vendor: gauge.vendor }, count(gauge))
      },
    })
  vendors('kimia_vendor_answers_total', 'Answers of a vendor, faults too', ({ answers }) => answers)
  vendors('kimia_vendor_faults_total', 'Times that a vendor gave no usable answer', ({ faults }) => faults)
}

const SLOW_MS = 1_000
const SHOWN_LETTERS = 160

interface Watching {
  readonly log: { warn(details: object, message: string): void }
  /** Receives the duration of each statement in seconds. */
  readonly observe?: ((seconds: number) => void) | undefined
  /** A statement that takes longer gets a line in the log; absent: a second. */
  readonly slowMs?: number
}

/**
 * The same database, but slow statements are logged. Statements of the writer's pipelines are excluded, since they wait for each other on
 * purpose. The text of a statement contains no values, so the line reveals nothing about a person.
 */
export function watchStatements(database: Database, { log, observe, slowMs = SLOW_MS }: Watching): Database {
  const timed = (queryable: Queryable): Queryable['query'] => {
    return async (sql, values) => {
      const began = performance.now()
      try {
        return await queryable.query(sql, values)
      } finally {
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

const ids = new AsyncLocalStorage<string>()

/** Does the work of one request so that every log line on its way, down to the database, carries the request's id. */
export const inRequest = (id: string, work: () => void): void => ids.run(id, work)

/** For the logger: the id of the present request, if there is one. */
export function requestFacts(): { requestId?: string } {
  const requestId = ids.getStore()
  return requestId === undefined ? {} : { requestId }
}
