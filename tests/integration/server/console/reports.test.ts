import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLedgerBalances, REPORTS } from '#contract/operations-reports.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { exportReport } from '#server/console/reports/export-report.ts'
import { createSupervisor } from '#server/store/accounts/users.ts'
import { readLedgerOfDay } from '#server/store/console/report-rows.ts'
import type { Database } from '#server/store/database.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const TEHRAN_MS = 12_600_000

eachDatabase('reports for spreadsheets', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi', ['FINANCE'])
  })
  afterAll(() => server.close())

  const today = () => new Date(server.people.accounts.now().getTime() + TEHRAN_MS).toISOString().slice(0, 10)
  async function take(report: string, { from = today(), to = today(), headers = 'en' } = {}) {
    const token = await server.logIn(sara)
    const reply = await fetch(`${server.url}/api/operations/reports/${report}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to, headers, reason: 'For the accountant' }),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    return { status: reply.status, headers: reply.headers, text: bytes.toString('utf8'), bytes }
  }
  const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')

  /** Parses into the smallest units of any coin. */
  const unitsOf = (text: string) => {
    const units = parseDecimal(text.replace('-', ''), 18) ?? expect.fail(text)
    return text.startsWith('-') ? -units : units
  }
  /** The lines of the ledger's report. */
  const ledgerOf = (text: string) =>
    linesOf(text)
      .slice(1)
      .map((line) => {
        const [day = '', kind = '', account = '', coin = '', available = '', blocked = ''] = line.split(',')
        const units = [available, blocked].map(unitsOf)
        return { day, kind, account, coin, units: units.reduce((sum, each) => sum + each, 0n) }
      })
  const sumOf = (lines: readonly { readonly units: bigint }[]) => lines.reduce((sum, { units }) => sum + units, 0n)

  test('the trades of some days, eleven and more, each with its fees in what its party received', async () => {
    await server.exchange.gives('ali', '100000 TOMAN')
    await server.exchange.gives('reza', '100 GOLD')
    for (let each = 0; each < 12; each++) {
      await server.exchange.order('reza sells 2 GOLD at 100', `s-${each}`)
      await server.exchange.order('ali buys 2 GOLD at 100', `b-${each}`)
    }
    const { status, headers, text, bytes } = await take('trades')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="kimia-trades-${today()}-${today()}.csv"`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, first = '', ...others] = linesOf(text)
    expect(head).toBe('Number,Time in Tehran,Market,Side,Price,Amount,Value,Taker,Maker,Taker fee,Maker fee,Kind')
    expect(others).toHaveLength(11)
    expect(first).toMatch(
      new RegExp(`^\\d+,${today()} [\\d:]{8},GOLD / TOMAN,Buy,100,2,200,1,3,0.008 GOLD,0.8 TOMAN,$`),
    )
  })

  test('days before and after are left out', async () => {
    server.people.pass({ seconds: 2 * 86_400 })
    expect(linesOf((await take('trades')).text)).toHaveLength(1)
    await server.exchange.order('reza sells 1 GOLD at 100', 'late-s')
    await server.exchange.order('ali buys 1 GOLD at 100', 'late-b')
    expect(linesOf((await take('trades')).text)).toHaveLength(2)
    const before = new Date(Date.parse(today()) - 4 * 86_400_000).toISOString().slice(0, 10)
    expect(linesOf((await take('trades', { from: before })).text)).toHaveLength(14)
  })

  test('the fees of each day by coin are those of its trades', async () => {
    const from = new Date(Date.parse(today()) - 4 * 86_400_000).toISOString().slice(0, 10)
    const rows = linesOf((await take('fees', { from, headers: 'fa' })).text)
    expect(rows[0]).toBe('روز,دارایی,کارمزد,معاملات')
    expect(
      rows
        .slice(1)
        .map((row) => row.split(',').slice(1).join(' '))
        .sort(),
    ).toEqual(['GOLD 0.096 12', 'GOLD 0.004 1', 'TOMAN 0.4 1', 'TOMAN 9.6 12'].sort())
    // The days follow the language's calendar.
    expect(rows[1]).toMatch(/^14\d\d-\d\d-\d\d,/)
  })

  test('the ledger of each account and day sums to zero in each coin', async () => {
    const from = new Date(Date.parse(today()) - 4 * 86_400_000).toISOString().slice(0, 10)
    const changes = ledgerOf((await take('ledger', { from })).text).filter(({ kind }) => kind === 'Change')
    expect(changes.length).toBeGreaterThan(6)
    const coins = new Set(changes.map(({ coin }) => coin))
    expect([...coins].map((each) => sumOf(changes.filter(({ coin }) => coin === each)))).toEqual(
      [...coins].map(() => 0n),
    )
  })

  test('the ledger of a day is summed piece by piece, and an account that stands in several pieces once', async () => {
    const now = server.people.accounts.now()
    const span = { from: new Date(now.getTime() - 4 * 86_400_000), to: now }
    const whole = await readLedgerOfDay(database, span)
    expect(whole.find(({ ownerId, coinId }) => ownerId === 1n && coinId === 3)).toMatchObject({ entries: 13n })
    expect(await readLedgerOfDay(database, span, { entriesAtOnce: 3n })).toEqual(whole)
  })

  test('accounts of the exchange have names, and trades of the sandbox are marked', async () => {
    const at = server.people.accounts.now()
    const maker = server.services.marketMakerId
    const traders = await createSupervisor(database, { systemName: 'sandbox-traders', at })
    const market = server.services.catalogue.marketBySymbol.get('GOLD_TOMAN')
    await database.query(
      `insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id,
        maker_user_id, taker_fee, maker_fee, at) select max(id) + 1, $1, 'SELL', 1, 1, 1, 1, 2, $2, $3, 0, 0, $4 from trades`,
      [market?.id ?? 0, traders, maker, at],
    )
    const made = linesOf((await take('trades')).text).at(-1)
    expect(made).toContain(`,Sell,`)
    expect(made).toContain(`,Sandbox traders (${traders}),Kimia market maker (${maker}),`)
    expect(made).toMatch(/,Sandbox$/)
    const from = new Date(Date.parse(today()) - 4 * 86_400_000).toISOString().slice(0, 10)
    expect((await take('ledger', { from, headers: 'fa' })).text).toContain(',کارمزدها (-1),')
  })

  test('users have nothing of their documents, and a mobile number is its last four digits', async () => {
    const at = server.people.accounts.now()
    const people = []
    for (let each = 0; each < 11; each++) people.push(await verifiedUser(database, { at }))
    const { text } = await take('users')
    const rows = linesOf(text)
    expect(rows.length).toBeGreaterThanOrEqual(12)
    for (const { userId, mobileNumber, nationalCode, cardNumber } of people) {
      expect(rows.find((row) => row.startsWith(`${userId},`))).toContain(
        `,••••••${mobileNumber.slice(-4)},Verified,Level 1`,
      )
      expect(text).not.toContain(mobileNumber.slice(3))
      expect(text).not.toContain(nationalCode)
      expect(text).not.toContain(cardNumber)
    }
  })

  test('what outsiders have written is no formula in a deposit, and a card is its last four digits', async () => {
    const at = server.people.accounts.now()
    const { userId } = await verifiedUser(database, { at })
    await database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, status, key, fingerprint, created_at, ref_id)
        values ($1, 5000000, 'ZARINPAL', '603799******1234', 'CONFIRMED', 'f', 'x', $2, '=HYPERLINK("http://x")')`,
      [userId, at],
    )
    const [, row = ''] = linesOf((await take('deposits')).text)
    expect(row).toContain(`,${userId},5,Zarinpal,••••••1234,Successful,,"'=HYPERLINK(""http://x"")",`)
  })

  test('spans that are too long, turned round, or of no day are refused', async () => {
    for (const span of [
      { from: '2026-01-01', to: '2026-12-31' },
      { from: '2026-02-02', to: '2026-02-01' },
      { from: '2026-02-31', to: '2026-13-01' },
    ]) {
      const { status, text } = await take('trades', span)
      expect(JSON.parse(text)).toMatchObject({ code: 'REPORT_SPAN_INVALID' })
      expect(status).toBe(400)
    }
    expect((await take('trades', { from: '2026-01-01', to: '2026-04-02' })).status).toBe(200)
    expect((await take('passwords')).status).toBe(400)
  })

  test('each is in the audit log, and one that cannot be made is said to be none and is not', async () => {
    const exported = async () =>
      database.query<{ details: { report: string; reason: string } }>(
        `select details::json as details from audit_log where kind = 'REPORT_EXPORTED' order by id`,
      )
    const before = (await exported()).length
    for (const report of REPORTS) expect((await take(report)).status).toBe(200)
    const now = await exported()
    expect(now.slice(before).map(({ details }) => details.report)).toEqual([...REPORTS])
    expect(now.at(-1)?.details.reason).toBe('For the accountant')
    const { accounts, catalogue } = server.services
    const away = { ...accounts, database: { ...accounts.database, query: () => Promise.reject(new Error('away')) } }
    const act = { operatorId: sara.id, ip: '5.160.1.1', device: 'test', reason: 'For the accountant' }
    const asked = { report: 'trades', from: today(), to: today(), headers: 'en' } as const
    const log = { error: () => undefined, warn: () => undefined, info: () => undefined }
    const services = { accounts: { ...away, log: log as never }, catalogue }
    expect(await exportReport(services, asked, act)).toMatchObject({ code: 'EXCEL_NOT_GENERATED' })
    expect(await exported()).toHaveLength(now.length)
  })

  /** Writes deposits one second apart straight into the tables; many of them take the report more than one read. */
  async function deposit(count: number): Promise<void> {
    await database.query(
      `insert into ledger_entries (seq, at, kind, reference, accounts, amounts)
        select newest + each, $1::timestamptz + each * interval '1 second', 'credit', 'many:' || newest + each,
          array[-108 * 65536 + 3 * 2, 1 * 65536 + 3 * 2], array[-each, each]
        from generate_series(1, $2::int) as each, (select max(seq) as newest from ledger_entries) as entries`,
      [server.people.accounts.now(), count],
    )
    await database.query(
      `update balances set available = available + case owner_id when 1 then $1::numeric else -$1::numeric end
        where coin_id = 3 and owner_id in (1, -108)`,
      [BigInt((count * (count + 1)) / 2)],
    )
  }

  test('the ledger opens with what there was, and that and its changes are what it closes with, to the unit', async () => {
    server.people.pass({ seconds: 3 * 86_400 })
    await deposit(6_000)
    const day = today()
    server.people.pass({ seconds: 2 * 86_400 })
    await deposit(1)
    const { text } = await take('ledger', { from: day, to: day })
    const lines = ledgerOf(text)
    const of = (kind: string) => lines.filter((line) => line.kind === kind)
    const accounts = new Set([...of('Opening balance'), ...of('Closing balance')].map(({ account }) => account))
    expect([...accounts]).toEqual(expect.arrayContaining(['All users', 'Fees (-1)', 'Hot wallet ERC20 (-108)']))
    for (const account of accounts)
      for (const coin of ['GOLD', 'TOMAN']) {
        // The daily lines show the changes of each customer.
        const isOf = (line: (typeof lines)[number]) =>
          line.coin === coin && (line.account === account || (account === 'All users' && /^\d+$/.test(line.account)))
        expect(sumOf(of('Opening balance').filter(isOf)) + sumOf(of('Change').filter(isOf))).toBe(
          sumOf(of('Closing balance').filter(isOf)),
        )
      }
    const gold = ({ kind, account, coin }: (typeof lines)[number]) =>
      kind === 'Change' && account === '1' && coin === 'GOLD'
    expect(sumOf(lines.filter(gold))).toBeGreaterThan(0n)
    // Neither later entries nor the marks of an earlier report change it.
    expect((await take('ledger', { from: day, to: day })).text).toBe(text)
    await database.query('delete from ledger_marks')
    expect((await take('ledger', { from: day, to: day })).text).toBe(text)
    const path = `/operations/reports/ledger/balances?from=${day}&to=${day}`
    const { body } = await server.ask(path, {
      method: 'GET',
      token: await server.logIn(sara),
      headers: { language: 'en' },
    })
    const { content } = getLedgerBalances.response.parse(body)
    const shown = content.flatMap(({ account, coin, available, blocked }) =>
      (['opening', 'closing'] as const).flatMap((kind) => {
        const units = [available[kind], blocked[kind]].map(unitsOf)
        return units.every((part) => part === 0n) ? [] : [`${kind} ${account} ${coin} ${units.join(' ')}`]
      }),
    )
    const written = linesOf(text).flatMap((line) => {
      const [, kind = '', account, coin, ...parts] = line.split(',')
      const units = parts.slice(0, 2)
      return kind.endsWith('balance')
        ? [`${kind.split(' ')[0]?.toLowerCase()} ${account} ${coin} ${units.map(unitsOf).join(' ')}`]
        : []
    })
    expect(shown.toSorted()).toEqual(written.toSorted())
  })
})
