import { generateSync } from 'otplib/functional'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import { createOperatorSessions } from '#server/accounts/operators/operator-sessions.ts'
import { accountRoutes } from '#server/accounts/routes.ts'
import type { ConsoleServices } from '#server/console/console-services.ts'
import { consoleRoutes } from '#server/console/routes.ts'
import { type ContentBoard, openContent } from '#server/content/content-board.ts'
import { Gauges } from '#server/operations/gauges.ts'
import { openMarketStates } from '#server/operations/market-states.ts'
import { createSupervisor } from '#server/store/accounts/users.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { readColumns } from '#server/wallets/payouts/bank-file.ts'
import type { PayoutServices } from '#server/wallets/payouts/payout-services.ts'
import { readStatementColumns } from '#server/wallets/payouts/read-statement.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { priceOf } from '#tests/builders/quotes.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { type AccountServer, type Answer, startAccountServer } from '../accounts/account-server.ts'

export interface TestOperator {
  readonly id: number
  readonly mobile: string
  readonly password: string
  /** The authenticator's present code. */
  readonly code: () => string
}

export interface ConsoleServer {
  readonly people: AccountServer
  readonly services: ConsoleServices
  /** The content that visitors read. */
  readonly content: ContentBoard
  readonly exchange: TestExchange
  readonly url: string
  ask(path: string, ask?: ConsoleAsk): Promise<Answer & { readonly cookie: string | null }>
  /** Creates an operator as the command line does. */
  addOperator(name: string, roles?: readonly OperatorRole[]): Promise<TestOperator>
  /** A new session of this operator. The clock advances by a minute, since a code works once. */
  logIn(operator: TestOperator): Promise<string>
  close(): Promise<void>
}

export interface ConsoleAsk {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly json?: unknown
  readonly form?: FormData
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Payouts by file alone. */
const NO_GATEWAY = {
  gateway: undefined,
  rules: {
    closingMinute: 11 * 60,
    failureStandsMs: 0,
    fileColumns: readColumns('row,sheba,rial,name,identifier') ?? [],
    statementColumns: readStatementColumns('day,rial,reference,identifier,description') ?? [],
  },
  log: { warn: () => undefined, error: () => undefined },
}

const QUOTES = ['TOMAN', 'TETHER']

/** A source that has the price of one coin. */
const findDollarPrice: ConsoleServices['findDollarPrice'] = async (id) =>
  id === 'silent'
    ? { kind: 'unavailable' }
    : { kind: 'asked', quote: id === 'cardano' ? { price: priceOf('0.42') } : undefined }

type ConsoleSettings = Parameters<typeof startAccountServer>[1] & {
  readonly payouts?: Pick<PayoutServices, 'gateway'>
  readonly custody?: ConsoleServices['custody']
}

/** The console and the account routes on one server, with the vendors' sandboxes. */
export async function startConsoleServer(database: Database, settings: ConsoleSettings = {}): Promise<ConsoleServer> {
  const people = await startAccountServer(database, settings)
  const { accounts } = people
  const operatorSessions = createOperatorSessions({ database, now: accounts.now })
  const exchange = await openTestExchange(database, { now: () => accounts.now().getTime() })
  const read = await readCatalogue(database)
  // The wire supports no other quote coins.
  const catalogue = { ...read, markets: read.markets.filter(({ quote }) => QUOTES.includes(quote.symbol)) }
  const states = await openMarketStates({ database, exchange, catalogue, hours: 'always' })
  const content = await openContent({ database, catalogue, goldHours: 'working', now: () => accounts.now().getTime() })
  const services: ConsoleServices = {
    ...{ accounts, operatorSessions, exchange, catalogue, content, states },
    payouts: { ...{ database, exchange, catalogue, now: accounts.now }, ...NO_GATEWAY, ...settings.payouts },
    custody: settings.custody,
    gauges: new Gauges(() => accounts.now().getTime()),
    prices: { ageOf: () => ({ at: accounts.now(), stale: false }), latest: () => undefined },
    ...{ findDollarPrice, lastBackUp: async () => undefined, transfers: TRANSFERS },
    // Toman alone has a price here.
    valuation: { inToman: (coin, units) => (coin.symbol === 'TOMAN' ? units : undefined) },
    marketMakerId: await createSupervisor(database, { systemName: 'market-maker', at: accounts.now() }),
  }
  const server = await startHttpServer([...accountRoutes(accounts), ...consoleRoutes(services)], {
    findCaller: accounts.sessions.findCaller,
    findOperator: operatorSessions.findOperator,
    now: accounts.now,
    proxyHops: 1,
  })
  const ask: ConsoleServer['ask'] = async (path, { method = 'POST', json, form, token, headers = {} } = {}) => {
    const reply = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': '5.160.1.1',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
    })
    return { status: reply.status, body: await reply.json(), cookie: reply.headers.get('set-cookie') }
  }
  return {
    people,
    services,
    content,
    exchange,
    url: server.url,
    ask,
    async addOperator(name, roles = ['ADMIN']) {
      const mobile = iranianIdentity().mobileNumber
      const keys = await addOperator(accounts, { mobile, name, roles, at: accounts.now() })
      if (keys.kind !== 'added') throw new Error(`${mobile}: ${keys.kind}`)
      const epoch = () => Math.floor(accounts.now().getTime() / 1_000)
      const code = () => generateSync({ secret: keys.secret, epoch: epoch() })
      return { id: keys.operatorId, mobile, password: keys.password, code }
    },
    async logIn({ mobile, password, code }) {
      people.pass({ seconds: 60 })
      const { body } = await ask('/operations/login', { json: { mobileNumber: mobile, password, code: code() } })
      if (body.token === undefined) throw new Error(`the login was refused: ${body.code}`)
      return body.token
    },
    async close() {
      await server.close()
      await exchange.close()
      await people.close()
    },
  }
}
