import { expect, test } from 'vitest'
import { quick } from '#tests/builders/commands.ts'
import { openTradingServer, type TradingAnswer, type TradingServer } from '#tests/builders/trading-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

/** Ali's orders: 1 traded, 2 cancelled, 3 open, 4 waiting, 5 a quick trade, 6 open in another market. */
async function busyTrader(server: TradingServer): Promise<void> {
  const { exchange } = server
  for (const [who, text] of [
    ['ali', '10000 TOMAN'],
    ['ali', '10 ETHEREUM'],
    ['sara', '10 GOLD'],
    ['inventory', '10 GOLD'],
  ] as const)
    await exchange.gives(who, text)
  await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '100' })
  await server.place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: '100' })
  const cancelled = await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '90' })
  await server.ask('ali', 'DELETE', `/orders/${cancelled.baseDTO?.id}`)
  await server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: '91' })
  await server.place('ali', 'STOP_LIMIT_BUY', { amount: '1', unitPrice: '120', stopPrice: '110' })
  await exchange.submit(quick('ali buys 1 GOLD at 100', { key: 'with-the-house', at: server.world.nowMs }))
  await server.ask('ali', 'POST', '/orders/sell', {
    marketType: 'ETHEREUM_TETHER',
    orderType: 'LIMITED_SELL',
    amount: '1',
    unitPrice: '3000',
  })
}

const TYPES = {
  '': 'LIMITED_SELL EXCHANGE_BUY STOP_LIMIT_BUY LIMITED_BUY LIMITED_BUY LIMITED_BUY',
  'orderType=ALL': 'LIMITED_SELL EXCHANGE_BUY STOP_LIMIT_BUY LIMITED_BUY LIMITED_BUY LIMITED_BUY',
  'orderType=P2P': 'LIMITED_SELL STOP_LIMIT_BUY LIMITED_BUY LIMITED_BUY LIMITED_BUY',
  'orderType=OTC': 'EXCHANGE_BUY',
  'orderType=EXCHANGE': 'EXCHANGE_BUY',
  'orderStatus=IS_OPEN': 'LIMITED_SELL LIMITED_BUY',
  'orderStatus=IS_OPEN,PENDING&market=GOLD_TOMAN': 'STOP_LIMIT_BUY LIMITED_BUY',
  'orderStatus=IS_OPEN,DONE': 'LIMITED_SELL EXCHANGE_BUY LIMITED_BUY',
  'excludedOrderStatus=IS_OPEN,PENDING': 'EXCHANGE_BUY LIMITED_BUY LIMITED_BUY',
  'excludedOrderStatus=CANCELLED_BY_USER&orderType=P2P&market=GOLD_TOMAN': 'STOP_LIMIT_BUY LIMITED_BUY LIMITED_BUY',
  'market=ETHEREUM_TETHER': 'LIMITED_SELL',
  'market=CAMEL_TETHER': '',
  'size=2': 'LIMITED_SELL EXCHANGE_BUY',
  'size=2&page=3': 'LIMITED_BUY LIMITED_BUY',
  'size=2&page=4': '',
}

onDatabase('lists of orders', (open) => {
  test('one order is shown to its owner alone, open or not', async () => {
    const server = await openTradingServer(await open())
    await busyTrader(server)
    for (const order of (await server.ask('ali', 'GET', '/orders')).content ?? []) {
      expect((await server.ask('ali', 'GET', `/orders/details/${order.id}`)).baseDTO).toEqual(order)
      expect(await server.ask('sara', 'GET', `/orders/details/${order.id}`)).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    }
    for (const id of ['999999', '999999999999999999'])
      expect(await server.ask('ali', 'GET', `/orders/details/${id}`)).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    await server.close()
  })

  test('are filtered by status, excluded status, place and market, newest first, page by page', async () => {
    const server = await openTradingServer(await open())
    await busyTrader(server)
    for (const [filter, types] of Object.entries(TYPES)) {
      const { content = [] } = await server.ask('ali', 'GET', `/orders?${filter}`)
      expect(content.map(({ orderType }) => orderType).join(' '), filter).toBe(types)
    }
    expect(await server.ask('ali', 'GET', '/orders?size=2')).toMatchObject({ totalPages: 3 })
    expect((await server.ask('sara', 'GET', '/orders')).content).toHaveLength(1)
    await server.close()
  })

  test('trades are told apart by where they were made', async () => {
    const server = await openTradingServer(await open())
    await busyTrader(server)
    const kinds = async (filter: string) =>
      (await server.ask('ali', 'GET', `/trades?${filter}`)).content?.map(({ orderType }) => orderType).join(' ')
    expect(await kinds('')).toBe('EXCHANGE_BUY LIMITED_BUY')
    expect(await kinds('type=P2P')).toBe('LIMITED_BUY')
    expect(await kinds('type=OTC&destinationCoin=GOLD')).toBe('EXCHANGE_BUY')
    expect(await kinds('type=ALL&destinationCoin=ETHEREUM')).toBe('')
    await server.close()
  })

  test('eleven trades come ten and one, the newest first, to either side of them', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '10000 TOMAN')
    await server.exchange.gives('sara', '11 GOLD')
    for (let price = 101; price <= 111; price++) {
      const sells = () => server.place('sara', 'LIMITED_SELL', { amount: '1', unitPrice: `${price}` })
      const buys = () => server.place('ali', 'LIMITED_BUY', { amount: '1', unitPrice: `${price}` })
      // Ali and Sara take turns as maker and taker.
      for (const step of price % 2 === 0 ? [sells, buys] : [buys, sells]) await step()
    }
    const list = async (who: 'ali' | 'sara', filter: string) => {
      const { content = [], totalPages } = await server.ask(who, 'GET', `/trades?${filter}`)
      return { totalPages, rows: content.map(({ orderType, unitPrice }) => `${orderType} ${unitPrice}`) }
    }
    const newest = ['111', '110', '109', '108', '107', '106', '105', '104', '103', '102']
    for (const filter of ['', 'size=10&page=1', 'type=P2P&size=10']) {
      const rows = newest.map((price) => `LIMITED_BUY ${price}`)
      expect(await list('ali', filter), filter).toEqual({ totalPages: 2, rows })
    }
    expect((await list('sara', '')).rows).toEqual(newest.map((price) => `LIMITED_SELL ${price}`))
    expect(await list('ali', 'page=2')).toEqual({ totalPages: 2, rows: ['LIMITED_BUY 101'] })
    expect(await list('sara', 'page=2')).toEqual({ totalPages: 2, rows: ['LIMITED_SELL 101'] })
    expect((await list('ali', 'page=3')).rows).toEqual([])
    await server.close()
  })

  test('a cursor goes on with the row after the last one, whatever comes new or ends meanwhile', async () => {
    const server = await openTradingServer(await open())
    await server.exchange.gives('ali', '100000 TOMAN')
    const place = async (amount: number) =>
      (await server.place('ali', 'LIMITED_BUY', { amount: `${amount}`, unitPrice: '50' })).baseDTO?.id
    const placed: unknown[] = []
    for (let amount = 1; amount <= 12; amount++) placed.push(await place(amount % 10 || 10))
    const older = placed.toReversed()
    const seen: unknown[] = []
    let before: string | undefined = ''
    while (before !== undefined) {
      const page: TradingAnswer = await server.ask('ali', 'GET', `/orders?market=GOLD_TOMAN&size=5&before=${before}`)
      expect(page.totalPages).toBeUndefined()
      seen.push(...(page.content ?? []).map(({ id }) => id))
      before = page.next
      // The newest order and the first of the next page end; a new one comes.
      for (const id of [older[0], older[5]]) await server.ask('ali', 'DELETE', `/orders/${id}`)
      await place(1)
    }
    expect(seen).toEqual(older)
    await server.close()
  })

  test('pages reach ten thousand rows, and what lies beyond is refused; so is a page with a cursor', async () => {
    const server = await openTradingServer(await open())
    const get = (path: string) => server.ask('ali', 'GET', path)
    for (const list of ['/orders', '/trades']) {
      for (const asked of ['page=1000', 'size=1000&page=10', 'size=300&page=33', 'size=7&before=12345678'])
        expect(await get(`${list}?${asked}`), asked).toMatchObject({ status: 200, content: [] })
      for (const asked of ['page=1001', 'size=1000&page=11', 'size=300&page=34'])
        expect(await get(`${list}?${asked}`), asked).toMatchObject({
          status: 400,
          code: 'PAGE_TOO_FAR',
          field: 'page',
          errors: ['Pages reach the newest 10,000 rows. For older rows, continue from "next" of the last answer.'],
        })
      for (const asked of ['page=1&before=', 'page=2&before=7', 'before=x', 'before=-1'])
        expect(await get(`${list}?${asked}`), asked).toMatchObject({ code: 'BAD_REQUEST', field: 'before' })
    }
    await server.close()
  })

  test('a status that does not exist is refused by name', async () => {
    const server = await openTradingServer(await open())
    for (const filter of ['orderStatus=OPEN', 'orderStatus=IS_OPEN,', 'orderStatus=', 'orderType=BOOK'])
      expect(await server.ask('ali', 'GET', `/orders?${filter}`)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    await server.close()
  })
})
