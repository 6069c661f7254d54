import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const CLIENTS = 200
const TURNS = 8
const WALLETS = 3
/** So little that most requests exceed it. */
const FUNDS = ['30000000 TOMAN', '2 GOLD']
/** The refusals that a client of the crowd may get. */
const EXPECTED = [
  'NOT_ENOUGH_BALANCE',
  'ORDER_NOT_OPEN',
  'NO_LIQUIDITY',
  'PRICE_CHANGED',
  'HOUSE_LIMIT_REACHED',
  'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
]

const serverUrl = process.env.TEST_DATABASE_URL
const ENGINES: { name: string; make: () => Promise<FreshDatabase> }[] = [
  { name: 'PGlite', make: freshFolder },
  ...(serverUrl ? [{ name: 'PostgreSQL', make: () => freshServerDatabase(serverUrl) }] : []),
]

const Order = z.object({ id: z.string(), orderStatus: z.string() })
const Answer = z.object({
  code: z.optional(z.string()),
  baseDTO: z.optional(z.looseObject({ id: z.optional(z.string()) })),
})
const Orders = z.object({ content: z.array(Order), totalPages: z.int() })
const Prices = z.object({
  content: z.array(z.object({ destCoinSymbol: z.string(), buyPrice: z.string(), sellPrice: z.string() })),
})
const Purses = z.object({ baseDTO: z.record(z.string(), z.object({ credit: z.string(), blockedCredit: z.string() })) })

describe.each(ENGINES)('two hundred clients at once on the same wallets ($name)', ({ make }) => {
  const made: FreshDatabase[] = []
  let server: ServerProcess | undefined
  afterAll(async () => {
    await server?.kill()
    for (const { remove } of made) await remove()
  })

  test('see no balance below zero, find everything that was answered, and make or lose no unit', async () => {
    const fresh = await make()
    made.push(fresh)
    const traders = await preparedTraders(fresh.settings, { count: WALLETS, funds: FUNDS })
    server = await startServerProcess(fresh.settings, { PRICE_POLL_MS: '1000' })
    const crowd = new Crowd(server.url)
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => crowd.join(traders[client % WALLETS], client)))
    expect(crowd.oddities.slice(0, 5)).toEqual([])
    const kinds = [...crowd.reported.values()].map(({ kind }) => kind)
    for (const kind of ['buy', 'sell', 'exchange'])
      expect(kinds.filter((each) => each === kind).length).toBeGreaterThan(5)
    expect(crowd.cancelled.size).toBeGreaterThan(5)
    for (const trader of traders) await crowd.expectFound(trader)
    await server.stop()
    server = undefined
    await expectWhole(fresh.settings)
  }, 300_000)
})

interface Reported {
  readonly trader: VerifiedUser
  readonly kind: string
}

class Crowd {
  readonly #url: string
  /** Orders by id, as the answers reported them. */
  readonly reported = new Map<string, Reported>()
  readonly cancelled = new Set<string>()
  readonly oddities: string[] = []

  constructor(url: string) {
    this.#url = url
  }

  /** One client: buys, sells, quick-trades, cancels its own and others' orders, and reads its balances. */
  async join(trader: VerifiedUser | undefined, client: number): Promise<void> {
    if (!trader) throw new Error('a client needs a wallet')
    for (let turn = 0; turn < TURNS; turn++) {
      const dice = client * 7 + turn * 5
      const key = `crowd-${client}-${turn}`
      const amount = `0.${String(101 + ((dice * 37) % 400))}`
      const unitPrice = String(9_876_000 + ((dice * 11) % 9) * 100)
      if (dice % 4 === 0) await this.#quickTrade(trader, { key, isBuy: dice % 8 === 0 })
      else {
        const kind = dice % 2 === 0 ? 'buy' : 'sell'
        const orderType = kind === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL'
        const body = { marketType: 'GOLD_TOMAN', orderType, amount, unitPrice, clientOrderId: key }
        await this.#place(trader, { path: `/orders/${kind}`, kind, body, key })
      }
      if (turn % 3 === 2) await this.#cancelOne(trader, dice)
      if (turn % 4 === 3) await this.#expectNoDebt(trader)
    }
  }

  async expectFound(trader: VerifiedUser): Promise<void> {
    const found = new Map<string, string>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { content, totalPages } = Orders.parse(await this.#ask(trader, 'GET', `/orders?size=1000&page=${page}`))
      for (const { id, orderStatus } of content) found.set(id, orderStatus)
      pages = totalPages
    }
    const own = [...this.reported].filter(([, reported]) => reported.trader === trader).map(([id]) => id)
    expect(own.filter((id) => !found.has(id))).toEqual([])
    expect(found.size).toBe(own.length)
    expect(own.filter((id) => this.cancelled.has(id) && found.get(id) !== 'CANCELLED_BY_USER')).toEqual([])
  }

  async #quickTrade(trader: VerifiedUser, { key, isBuy }: { key: string; isBuy: boolean }): Promise<void> {
    const prices = Prices.parse(await this.#ask(trader, 'GET', '/coins/exchange-price/usd?toCurrencies=GOLD'))
    const [gold] = prices.content
    const unitPrice = (isBuy ? gold?.buyPrice : gold?.sellPrice) ?? '0'
    // A tenth of a gram.
    const totalPrice = unitPrice.replace(/(\d)$/, '.$1')
    const orderType = isBuy ? 'EXCHANGE_BUY' : 'EXCHANGE_SELL'
    const body = { marketType: 'GOLD_TOMAN', orderType, amount: '0.1', unitPrice, totalPrice }
    await this.#place(trader, { path: `/exchange/${isBuy ? 'buy' : 'sell'}`, kind: 'exchange', body, key })
  }

  async #place(
    trader: VerifiedUser,
    { path, kind, body, key }: { path: string; kind: string; body: object; key: string },
  ): Promise<void> {
    const { code, baseDTO } = Answer.parse(await this.#ask(trader, 'POST', path, { body, key }))
    if (!code && baseDTO?.id) this.reported.set(baseDTO.id, { trader, kind })
  }

  async #cancelOne(trader: VerifiedUser, dice: number): Promise<void> {
    const own = [...this.reported].filter(([, reported]) => reported.trader === trader && reported.kind !== 'exchange')
    const [id] = own[own.length - 1 - (dice % Math.min(own.length, 9))] ?? []
    if (id === undefined) return
    const { code } = Answer.parse(await this.#ask(trader, 'DELETE', `/orders/${id}`, { key: `cancel-${id}-${dice}` }))
    if (code) return
    if (this.cancelled.has(id)) this.oddities.push(`order ${id} was cancelled twice`)
    this.cancelled.add(id)
  }

  async #expectNoDebt(trader: VerifiedUser): Promise<void> {
    const { baseDTO } = Purses.parse(await this.#ask(trader, 'GET', '/wallets/customer-addresses'))
    for (const purse of Object.values(baseDTO))
      if (/-/.test(purse.credit + purse.blockedCredit)) this.oddities.push(`a purse has ${JSON.stringify(purse)}`)
  }

  async #ask(
    { token }: VerifiedUser,
    method: string,
    path: string,
    given?: { body?: object; key: string },
  ): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` }
    const sent = given
      ? {
          headers: {
            ...headers,
            'idempotency-key': given.key,
            ...(given.body ? { 'content-type': 'application/json' } : {}),
          },
          ...(given.body ? { body: JSON.stringify(given.body) } : {}),
        }
      : { headers }
    const answer = await fetch(`${this.#url}/api${path}`, { method, ...sent })
    const text = await answer.text()
    const reply: unknown = JSON.parse(text)
    const { code } = z.object({ code: z.optional(z.string()) }).parse(reply)
    if (!answer.ok && !EXPECTED.includes(code ?? '')) this.oddities.push(`${method} ${path} → ${answer.status} ${text}`)
    return reply
  }
}

/** No balance is negative, every account is the sum of its postings, and money came from the system accounts alone. */
async function expectWhole(settings: DatabaseSettings): Promise<void> {
  const database = await openDatabase(settings)
  try {
    expect((await checkLedger(database)).faults).toEqual([])
    const debts = 'select owner_id from balances where (available < 0 and owner_id > -4) or blocked < 0'
    expect(await database.query(debts)).toEqual([])
    const made = `select kind from ledger_entries join postings using (seq) where owner_id <= -4 and kind <> 'credit'`
    expect(await database.query(made)).toEqual([])
  } finally {
    await database.close()
  }
}
