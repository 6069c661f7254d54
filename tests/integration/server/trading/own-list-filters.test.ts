import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import { quick } from '#tests/builders/commands.ts'
import { idOf, type Person } from '#tests/builders/people.ts'
import { openTradingServer, type TradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

/** Two days: on the first Ali buys two grams in three trades; of the next are a sale, a cancelled order and a quick trade. */
async function twoDays(server: TradingServer): Promise<{ order: string }> {
  const { exchange, world } = server
  for (const [who, text] of [
    ['ali', '10000 TOMAN'],
    ['sara', '10 GOLD'],
    ['sara', '10000 TOMAN'],
    ['inventory', '10 GOLD'],
  ] as const)
    await exchange.gives(who, text)
  await server.place('sara', 'LIMITED_SELL', { amount: '0.7', unitPrice: '99' })
  const bought = await server.place('ali', 'LIMITED_BUY', { amount: '2', unitPrice: '100' })
  await server.place('sara', 'LIMITED_SELL', { amount: '0.311', unitPrice: '100' })
  await server.place('sara', 'LIMITED_SELL', { amount: '0.989', unitPrice: '100' })
  world.nowMs += DAY_MS
  await server.place('sara', 'LIMITED_BUY', { amount: '1', unitPrice: '101' })
  await server.place('ali', 'LIMITED_SELL', { amount: '1', unitPrice: '101' })
  const { baseDTO } = await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '50' })
  await server.ask('ali', 'DELETE', `/orders/${baseDTO?.id}`)
  await exchange.submit(quick('ali buys 1 GOLD at 100', { key: 'with-the-house', at: world.nowMs }))
  return { order: String(bought.baseDTO?.id) }
}

const HISTORY = 'excludedOrderStatus=IS_OPEN,PENDING'
const ORDERS = {
  'side=SELL': 'LIMITED_SELL',
  'side=BUY': 'EXCHANGE_BUY LIMITED_BUY LIMITED_BUY',
  'side=BUY&orderType=P2P&orderStatus=CANCELLED_BY_USER,EXPIRED': 'LIMITED_BUY',
  'to=2026-11-20': 'LIMITED_BUY',
  'from=2026-11-20&to=2026-11-20&market=GOLD_TOMAN': 'LIMITED_BUY',
  'from=2026-11-21': 'EXCHANGE_BUY LIMITED_BUY LIMITED_SELL',
  'from=2026-11-21&to=2026-11-21&side=SELL': 'LIMITED_SELL',
  'from=2026-11-22': '',
  'to=2026-11-19': '',
}
const TRADES = {
  'side=SELL': 'LIMITED_SELL',
  'side=BUY&type=P2P': 'LIMITED_BUY LIMITED_BUY LIMITED_BUY',
  'side=BUY&from=2026-11-21': 'EXCHANGE_BUY',
  'to=2026-11-20&market=GOLD_TOMAN': 'LIMITED_BUY LIMITED_BUY LIMITED_BUY',
  'market=ETHEREUM_TETHER': '',
  'market=GOLD_TOMAN&destinationCoin=ETHEREUM': '',
}

async function fetchFile(address: string, who: Person, path: string, language: 'fa' | 'en' = 'en') {
  const headers = { authorization: `Bearer session-of-user-${idOf(who)}`, language }
  return fetch(`${address}/api${path}`, { headers })
}

onDatabase('own lists', (open) => {
  test('are narrowed to a side and to days of Tehran, both included', async () => {
    const server = await openTradingServer(await open())
    await twoDays(server)
    const types = async (path: string) =>
      (await server.ask('ali', 'GET', path)).content?.map(({ orderType }) => orderType).join(' ')
    for (const [filter, found] of Object.entries(ORDERS))
      expect(await types(`/orders?${HISTORY}&${filter}`), filter).toBe(found)
    for (const [filter, found] of Object.entries(TRADES)) expect(await types(`/trades?${filter}`), filter).toBe(found)
    await server.close()
  })

  test('refuse days that end before they begin or do not exist, by field, as lists and as files', async () => {
    const server = await openTradingServer(await open())
    for (const path of ['/orders', '/trades', '/orders/export', '/trades/export']) {
      const refused = { status: 400, code: 'DAY_SPAN_INVALID' }
      expect(await server.ask('ali', 'GET', `${path}?from=2026-11-21&to=2026-11-20`)).toMatchObject({
        ...refused,
        field: 'to',
      })
      expect(await server.ask('ali', 'GET', `${path}?from=2026-13-01`)).toMatchObject({ ...refused, field: 'from' })
      expect(await server.ask('ali', 'GET', `${path}?side=BOTH`)).toMatchObject({ code: 'BAD_REQUEST', field: 'side' })
    }
    await server.close()
  })

  test("an order's trades add up to its amount, value, fee and what was received, to the last unit, and are its owner's alone", async () => {
    const server = await openTradingServer(await open())
    const { order } = await twoDays(server)
    const { baseDTO } = await server.ask('ali', 'GET', `/orders/details/${order}`)
    const { content = [] } = await server.ask('ali', 'GET', `/orders/details/${order}/trades`)
    expect(content.map(({ role, unitPrice, amount }) => `${role} ${amount} at ${unitPrice}`)).toEqual([
      'MAKER 0.989 at 100',
      'MAKER 0.311 at 100',
      'TAKER 0.7 at 99',
    ])
    const sum = (key: string) => content.reduce((total, row) => total + Math.round(Number(row[key]) * 1e6), 0)
    for (const [ofTrades, ofOrder] of [
      ['amount', 'executedAmount'],
      ['wholePrice', 'executedValue'],
      ['wage', 'wage'],
      ['received', 'received'],
    ] as const)
      expect(sum(ofTrades), ofTrades).toBe(Math.round(Number(baseDTO?.[ofOrder]) * 1e6))
    const first = await server.ask('ali', 'GET', `/orders/details/${order}/trades?size=2&before=`)
    const rest = await server.ask('ali', 'GET', `/orders/details/${order}/trades?size=2&before=${first.next}`)
    expect([...(first.content ?? []), ...(rest.content ?? [])]).toEqual(content)
    for (const [who, id] of [
      ['sara', order],
      ['ali', '999999'],
    ] as const)
      expect(await server.ask(who, 'GET', `/orders/details/${id}/trades`)).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    await server.close()
  })

  test('a file has the filtered rows with exact figures, times in Tehran and UTC, and words of the language', async () => {
    const server = await openTradingServer(await open())
    await twoDays(server)
    const address = await server.listen()
    const orders = await fetchFile(address, 'ali', '/orders/export?side=SELL')
    expect(orders.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(orders.headers.get('content-disposition')).toContain('kimia-orders-2026-11-21.csv')
    const [heads, ...rows] = (await orders.text()).trim().split('\r\n')
    expect(heads).toMatch(/^\uFEFF?Number,Time in Tehran,Time \(UTC\),/)
    expect(rows).toEqual([
      expect.stringMatching(
        /^\d+,2026-11-21 11:30:00,2026-11-21T08:00:00.000Z,GOLD_TOMAN,Limit sell,Filled,101,,1,1,101,TOMAN,0\.404,100\.596,TOMAN$/,
      ),
    ])
    const trades = await (await fetchFile(address, 'ali', '/trades/export?to=2026-11-20&type=P2P', 'fa')).text()
    expect(trades.trim().split('\r\n').slice(1)).toEqual([
      expect.stringContaining(
        '1405-08-29 11:30:00,2026-11-20T08:00:00.000Z,GOLD_TOMAN,خرید محدود,100,0.989,98.9,TOMAN,',
      ),
      expect.stringContaining('0.311'),
      expect.stringMatching(/,گیرنده$/),
    ])
    await server.close()
  })

  test('a long history is a file to its last row; one that is too long is refused, and so is a second one beside it', async () => {
    const database = await open()
    const server = await openTradingServer(database)
    const fill = (first: number, last: number) =>
      database.query(
        `insert into orders (id, user_id, market_id, side, kind, status, unit_price, amount, executed, executed_value, held, wage,
           fee_ppm, maker_fee_ppm, created_at)
         select id, $1, 3, 'BUY', 'LIMITED', 'CANCELLED_BY_USER', 5, 5, 0, 0, 0, 0, 0, 0, now() from generate_series($2::bigint, $3::bigint) as id`,
        [idOf('ali'), first, last],
      )
    await fill(1_000, 50_999)
    const address = await server.listen()
    const sent = await fetchFile(address, 'ali', '/orders/export')
    // The file is longer than what a connection holds, so that it is not finished before it is read.
    expect(await (await fetchFile(address, 'ali', '/orders/export')).json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    expect((await sent.text()).trim().split('\r\n')).toHaveLength(50_001)
    const again = await fetchFile(address, 'ali', '/orders/export')
    expect(again.status).toBe(200)
    // A reader who goes away frees the place, too.
    await again.body?.cancel()
    await expect.poll(async () => (await fetchFile(address, 'ali', '/orders/export?side=SELL')).status).toBe(200)
    await fill(60_000, 60_000)
    expect(await server.ask('ali', 'GET', '/orders/export')).toMatchObject({
      ...{ status: 400, code: 'EXPORT_TOO_LARGE', field: 'to' },
      errors: ['A file has 50,000 rows at most. Choose a shorter period.'],
    })
    await server.close()
  })
})
