import { pino } from 'pino'
import * as z from 'zod/mini'
import { parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { createServer } from '#server/http/server.ts'
import { readWithdrawer } from '#server/store/accounts/protection.ts'
import type { Database } from '#server/store/database.ts'
import { KeptPrices } from '#server/trading/kept-prices.ts'
import { buyDue, type RecurringBuying } from '#server/trading/recurring-buys/buy-due.ts'
import { recurringBuyRoutes } from '#server/trading/recurring-buys/routes.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { nothingLeaves } from '#tests/builders/nothing-leaves.ts'
import { quotesOf } from '#tests/builders/quotes.ts'

const Plan = z.looseObject({
  id: z.string(),
  state: z.string(),
  reason: z.nullable(z.string()),
  nextDateTime: z.nullable(z.string()),
  waitsUntilDateTime: z.nullable(z.string()),
})
const Run = z.looseObject({ outcome: z.string(), reason: z.nullable(z.string()) })
const Params = z.object({ reason: z.optional(z.string()), amount: z.optional(z.string()) })
const Reply = z.looseObject({
  code: z.optional(z.string()),
  baseDTO: z.optional(z.record(z.string(), z.unknown())),
  content: z.optional(z.array(z.unknown())),
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Prices = Partial<Parameters<typeof quotesOf>[0]>

/** The plans of one user at a time, on a living exchange whose clock the test moves. */
export class RecurringServer {
  readonly database: Database
  readonly living: LivingExchange
  readonly buying: RecurringBuying
  /** Callers that are market makers. */
  readonly supervisors = new Set<number>()
  userId = 0
  /** Midnight in Tehran, from which the times of a test are counted. */
  dayMs = Date.parse('2027-01-02T00:00:00+03:30')
  #keys = 0
  readonly #app: ReturnType<typeof createServer>

  constructor(database: Database, living: LivingExchange) {
    this.database = database
    this.living = living
    const now = () => Date.now() + living.clock.aheadMs
    this.buying = {
      database,
      log: { error: () => undefined },
      trading: {
        ...{ database, exchange: living.exchange, catalogue: living.catalogue },
        quotes: living.marketData.priceBoard,
        keptPrices: new KeptPrices(now),
        marketStateAt: () => living.states.state,
        ...{ referencePrice: () => undefined, quoteInToman: () => undefined },
        inToman: (_coin, quantity) => quantity,
        leaving: nothingLeaves((userId) => readWithdrawer(database, { userId, at: now() })),
        now,
      },
    }
    this.#app = createServer({
      routes: recurringBuyRoutes(this.buying),
      findCaller: async (token) => {
        const id = Number(token.slice(16))
        return callerOf(id, { supervisor: this.supervisors.has(id) })
      },
      logger: pino({ level: 'silent' }),
      clientDir: undefined,
      sandboxes: [],
      requestsPerMinuteMax: 0,
      proxyHops: 0,
      publicOrigin: undefined,
      secureCookies: false,
      codeOfFailure: () => undefined,
      now: () => new Date(),
      checkReplies: true,
    })
  }

  /** Moves the clock. @param ms since midnight in Tehran of the test's day */
  at(ms: number): void {
    this.living.clock.aheadMs = this.dayMs + ms - Date.now()
  }

  /** The time of the test's day as the wire has it. */
  iso = (ms: number): string => new Date(this.dayMs + ms).toISOString()

  async quote(prices: Prices = {}): Promise<void> {
    this.living.feed.quotes = quotesOf({ at: new Date(Date.now() + this.living.clock.aheadMs), ...prices })
    await this.living.marketData.priceBoard.poll()
  }

  /** Runs the job at a time, at ten million Toman a gram of gold unless prices are given. */
  async runAt(ms: number, prices?: Prices): Promise<void> {
    this.at(ms)
    await this.quote(prices)
    await buyDue(this.buying)
  }

  /** The job in a process that dies when it writes an outcome down. */
  dying(): RecurringBuying {
    const { database } = this
    const transaction = () => Promise.reject(new Error('killed'))
    return { ...this.buying, database: { ...database, query: (...asked) => database.query(...asked), transaction } }
  }

  /** The job with another way to the exchange. */
  submitting(submit: Exchange['submit']): RecurringBuying {
    const { exchange } = this.living
    const findOutcome: Exchange['findOutcome'] = (whose) => exchange.findOutcome(whose)
    return { ...this.buying, trading: { ...this.buying.trading, exchange: { ...exchange, findOutcome, submit } } }
  }

  async ask(method: Method, path: string, body?: object, key?: string) {
    this.#keys += 1
    const reply = await (await this.#app).inject({
      method,
      url: `/api/recurring-buys${path}`,
      headers: {
        authorization: `Bearer ${'0'.repeat(16)}${this.userId}`,
        'idempotency-key': key ?? `recurring-${this.#keys}`,
        language: 'en',
      },
      ...(body && { payload: body }),
    })
    return { status: reply.statusCode, ...Reply.parse(reply.json()) }
  }

  /** Makes a plan that must be accepted. */
  async plan(terms: object) {
    return Plan.parse((await this.ask('POST', '', terms)).baseDTO)
  }

  async plans() {
    return z.array(Plan).parse((await this.ask('GET', '')).content)
  }

  async runs(id: string) {
    return z.array(Run).parse((await this.ask('GET', `/${id}/runs`)).content)
  }

  /** "SKIPPED MISSED", newest first. */
  async outcomes(id: string): Promise<string[]> {
    return (await this.runs(id)).map(({ outcome, reason }) => (reason === null ? outcome : `${outcome} ${reason}`))
  }

  /** The number of the user's purchases by the orders themselves. */
  async bought(): Promise<number> {
    return (await this.database.query(`select 1 from orders where user_id = $1 and status = 'DONE'`, [this.userId]))
      .length
  }

  /** "BOUGHT 2", oldest first. */
  async notices(): Promise<string[]> {
    const rows = await this.database.query<{ kind: string; params: string }>(
      'select kind, params from notices where user_id = $1 order by id',
      [this.userId],
    )
    return rows.map(({ kind, params }) => {
      const { reason, amount: bought } = Params.parse(JSON.parse(params))
      return `${kind.replace('RECURRING_BUY_', '')} ${reason ?? bought}`
    })
  }

  /** The next calls are those of this user, with this much Toman. */
  async become(userId: number, toman: string): Promise<void> {
    this.userId = userId
    const coin = this.living.catalogue.coinBySymbol.get('TOMAN')
    const reference = `gift/${userId}`
    await this.living.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', userId, coinId: coin?.id ?? 0, reference },
      ...{ amount: amount(parseDecimal(toman, 6) ?? 0n), key: reference, fingerprint: reference },
    })
  }

  async close(): Promise<void> {
    await (await this.#app).close()
    await this.living.close()
  }
}

export const openRecurringServer = async (database: Database): Promise<RecurringServer> =>
  new RecurringServer(database, await openLivingExchange(database, quotesOf({ at: new Date() })))
