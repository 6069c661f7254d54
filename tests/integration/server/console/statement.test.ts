import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUserStatement } from '#contract/operations-statement.ts'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const DAY_SECONDS = 86_400
const ALI = 1

onDatabase("a customer's statement", (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let token: string
  /** The day in Tehran of all events but the deposits, which came the day before. */
  let day: string

  const dayOf = (shift = 0) =>
    new Date(server.people.accounts.now().getTime() + 12_600_000 + shift * DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10)
  const read = async (query: Record<string, string>, id = ALI) => {
    const path = `/operations/users/${id}/statement?${new URLSearchParams(query)}`
    const { status, body } = await server.ask(path, { method: 'GET', token, headers: { language: 'en' } })
    return { status, code: body.code, page: status === 200 ? getUserStatement.response.parse(body) : undefined }
  }

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi', ['FINANCE'])
    await database.query(
      `insert into users (id, mobile, referral_code, created_at) values (1, '+989120000001', 'ALI1', now()), (3, '+989120000002', 'REZA1', now())`,
    )
    const { exchange, people } = server
    // Noon in Tehran, so that the day does not end during the test.
    const toNoon = (8.5 * 3_600 - ((people.accounts.now().getTime() / 1_000) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
    people.pass({ seconds: Math.round(toNoon) })
    await exchange.gives('ali', '10000 TOMAN')
    await exchange.gives('reza', '100 GOLD')
    people.pass({ seconds: DAY_SECONDS })
    day = dayOf()
    for (let each = 0; each < 11; each += 1) {
      await exchange.order('reza sells 1 GOLD at 100', `s-${each}`)
      await exchange.order('ali buys 1 GOLD at 100', `b-${each}`)
    }
    // An order holds money and frees it.
    const held = await exchange.order('ali buys 2 GOLD at 50', 'resting')
    if (held.kind !== 'order') throw new Error('refused')
    people.pass({ seconds: DAY_SECONDS })
    await exchange.gives('ali', '7 TOMAN')
    token = await server.logIn(sara)
  })
  afterAll(() => server.close())

  test('opens with what there was, lists each movement with its counter account, and closes with what there is', async () => {
    const { page } = await read({ from: day, to: day })
    const { opening, closing } = page?.baseDTO ?? expect.fail('no totals')
    expect(opening).toEqual([{ coin: 'TOMAN', available: '10000', blocked: '0' }])
    const rows = page?.content ?? []
    const ofTrades = rows.filter(({ coin, counter }) => coin === 'GOLD' && counter.includes('3'))
    expect(ofTrades).toHaveLength(11)
    expect(rows.every(({ kind }) => kind === 'order')).toBe(true)
    // Each buyer pays 0.4 % in gold to the fee account.
    expect(ofTrades[0]).toMatchObject({ available: '0.996', blocked: '0', counter: ['Fees (-1)', '3'] })
    const sum = (coin: string, part: 'available' | 'blocked') =>
      rows.filter((row) => row.coin === coin).reduce((total, row) => total + Number(row[part]), 0)
    expect(sum('TOMAN', 'available')).toBe(-1_200)
    expect(sum('TOMAN', 'blocked')).toBe(100)
    expect(closing).toEqual([
      { coin: 'TOMAN', available: '8800', blocked: '100' },
      { coin: 'GOLD', available: '10.956', blocked: '0' },
    ])
  })

  test('is read on page by page at the border of an entry, and each page is one look', async () => {
    const seen: string[] = []
    let after = ''
    await database.query('delete from operator_looks')
    const looks = async () =>
      (await database.query(`select 1 from audit_log where kind = 'CUSTOMER_VIEWED' and user_id = $1`, [ALI])).length
    const before = await looks()
    for (let turn = 0; turn < 100; turn += 1) {
      const { page } = await read({ from: day, to: day, after })
      if (!page) throw new Error('refused')
      expect(page.baseDTO === null).toBe(after !== '')
      seen.push(...page.content.map(({ entry, coin }) => `${entry} ${coin}`))
      if (page.next === undefined) break
      after = page.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect((await looks()) - before).toBe(1)
  })

  test('a page begins no earlier than the first day, whatever entry it is asked to follow', async () => {
    const { page } = await read({ from: day, to: day, after: '0' })
    const first = (await read({ from: day, to: day })).page?.content[0]
    // The deposit of the day before is an older entry.
    expect(page?.content[0]).toEqual(first)
  })

  test('asks for a span of real days and a customer who is there', async () => {
    expect(await read({ from: day, to: dayOf(200) })).toMatchObject({ status: 400, code: 'REPORT_SPAN_INVALID' })
    expect(await read({ from: day, to: day }, 999_999)).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
    // Without a range it covers the last thirty days.
    expect((await read({})).page?.baseDTO).toMatchObject({
      opening: [],
      closing: [{ coin: 'TOMAN', available: '8807' }, { coin: 'GOLD' }],
    })
  })

  test('as a file has the balance behind each movement, which ends at the closing one, and is an event', async () => {
    const reply = await fetch(`${server.url}/api/operations/users/${ALI}/statement/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: day, to: day, headers: 'en', reason: 'Asked by the court' }),
    })
    expect(reply.status).toBe(200)
    const lines = (await reply.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
    const [head, first, ...others] = lines.map((line) => line.split(','))
    expect(head).toEqual([
      ...['Number', 'Time in Tehran', 'Event', 'Reference', 'Asset', 'Change of available', 'Change of on hold'],
      ...['Balance', 'Counter account'],
    ])
    expect(first).toEqual(['', '', 'Opening balance', '', 'TOMAN', '10000', '0', '10000', ''])
    const closing = others.slice(-2)
    expect(closing.map((line) => line.slice(2, 8))).toEqual([
      ['Closing balance', '', 'TOMAN', '8800', '100', '8900'],
      ['Closing balance', '', 'GOLD', '10.956', '0', '10.956'],
    ])
    const lastOf = (coin: string) => others.slice(0, -2).findLast((line) => line[4] === coin)?.[7]
    expect([lastOf('TOMAN'), lastOf('GOLD')]).toEqual(['8900', '10.956'])
    const events = await database.query<{ user_id: bigint; details: string }>(
      `select user_id, details from audit_log where kind = 'STATEMENT_EXPORTED'`,
    )
    expect(events.map(({ user_id, details }) => [user_id, JSON.parse(details)])).toEqual([
      [BigInt(ALI), { from: day, to: day, reason: 'Asked by the court' }],
    ])
  })
})
