import { expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { countOrderProfit, countPositions, findOrderProfit, listPositions } from '#server/wallets/own-positions.ts'
import { walletRoutes } from '#server/wallets/routes.ts'
import { leavingTo, quick } from '#tests/builders/commands.ts'
import { MARKETS } from '#tests/builders/markets.ts'
import { idOf } from '#tests/builders/people.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { openTestWallets } from '#tests/builders/test-wallets.ts'
import { distance, type NaiveFill, naivePosition, scaled } from '#tests/oracle/naive-position.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ALI = idOf('ali')
const GOLD_TOMAN = 3

/** Ali buys and sells gold as taker and as maker and in quick trades, and sells some that was deposited. */
async function trades(exchange: TestExchange, from: number): Promise<void> {
  for (const [who, text] of [
    ['ali', '100000 TOMAN'],
    ['ali', '3 GOLD'],
    ['sara', '100000 TOMAN'],
    ['sara', '1000 GOLD'],
    ['inventory', '1000 GOLD'],
    ['inventory', '100000 TOMAN'],
  ] as const)
    if (from === 0) await exchange.gives(who, text)
  const sentences = [
    'sara sells 7 GOLD at 101',
    'ali buys 2 GOLD at 101',
    'ali buys 1.37 GOLD at 103',
    'ali sells 2.5 GOLD at 107',
    'sara buys 1.1 GOLD at 107',
    'ali buys 1 GOLD at 100 quickly',
    'ali sells 0.4 GOLD at 99 quickly',
    'sara buys 1.4 GOLD at 107',
    'ali sells 20 GOLD at 90 quickly',
    'ali buys 0.02 GOLD at 101',
  ]
  for (const [i, sentence] of sentences.entries()) {
    const key = `trade-key-${from + i}`
    const [said = '', isQuick] = sentence.split(/ quickly()/)
    const at = Date.now()
    await (isQuick === undefined ? exchange.order(said, key) : exchange.submit(quick(said, { key, at })))
  }
}

/** The same, from the rows of all trades. */
async function naiveFills(database: Database): Promise<NaiveFill[]> {
  const rows = await database.query<{
    taker_user_id: bigint
    taker_side: 'BUY' | 'SELL'
    amount: bigint
    value: bigint
    taker_fee: bigint
    maker_fee: bigint
  }>('select * from trades where $1 in (taker_user_id, maker_user_id) and market_id = $2 order by id', [
    ALI,
    GOLD_TOMAN,
  ])
  return rows.map(({ taker_user_id, taker_side, amount, value, taker_fee, maker_fee }) => {
    if (Number(taker_user_id) === ALI) return { side: taker_side, amount, value, fee: taker_fee }
    return { side: taker_side === 'BUY' ? 'SELL' : 'BUY', amount, value, fee: maker_fee }
  })
}

onDatabase('positions', (open) => {
  test('are those of all own trades, wherever the saved part ends, also when it is lost', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    let counted = 0
    for (const [from, savedFrom, rowsMax] of [
      [0, 1, 2],
      [10, 3, 500],
      [20, 100, 500],
      [30, 2, 1],
      [40, 1, 500],
    ] as const) {
      await trades(exchange, from)
      const position = (await countPositions(database, { userId: ALI, savedFrom, rowsMax })).get(GOLD_TOMAN)
      const fills = await naiveFills(database)
      const exact = naivePosition(fills)
      expect(fills.length).toBeGreaterThan(counted)
      counted = fills.length
      expect(position?.amount).toBe(exact.coins)
      expect(distance(position?.realised ?? 0n, scaled(exact.realised, 1_000_000n))).toBeLessThan(200n)
      const cost = scaled(exact.average, exact.coins * 1_000_000n)
      expect(distance(position?.cost ?? 0n, cost)).toBeLessThan(100n)
    }
    const kept = await countPositions(database, { userId: ALI })
    for (const table of ['counted_positions', 'positions', 'sale_profits']) await database.query(`delete from ${table}`)
    expect(await countPositions(database, { userId: ALI })).toEqual(kept)
    await exchange.close()
  })

  test('have no coins that a quick trade bought and sent away', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await trades(exchange, 0)
    const before = await countPositions(database, { userId: ALI })
    const bought = quick('ali buys 1 GOLD at 100', { key: 'sent-away', at: Date.now() })
    const leaving = leavingTo({ tokenType: 'ERC20', address: 'elsewhere', networkFee: amount(1n) })
    expect(await exchange.submit({ ...bought, leaving })).toMatchObject({ kind: 'order' })
    expect(await countPositions(database, { userId: ALI })).toEqual(before)
    // Later trades are counted as before.
    await exchange.submit(quick('ali buys 1 GOLD at 100', { key: 'kept', at: Date.now() }))
    const after = await countPositions(database, { userId: ALI })
    expect(after.get(GOLD_TOMAN)?.amount).toBeGreaterThan(before.get(GOLD_TOMAN)?.amount ?? 0n)
  })

  test('two processes that count at once save each trade once', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    await trades(exchange, 0)
    const alone = await countPositions(database, { userId: ALI })
    const both = await Promise.all(
      [1, 1, 2, 3].map((savedFrom) => countPositions(database, { userId: ALI, savedFrom, rowsMax: 3 })),
    )
    for (const positions of both) expect(positions).toEqual(alone)
    const sales = await database.query<{ profit: bigint }>('select profit from sale_profits where user_id = $1', [ALI])
    expect(sales.reduce((sum, { profit }) => sum + profit, 0n)).toBe(alone.get(GOLD_TOMAN)?.realised)
    await exchange.close()
  })

  test('the profit of an order is that of its own sales, and nobody else sees it', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    for (const [who, text] of [
      ['ali', '1000 TOMAN'],
      ['sara', '1000 TOMAN'],
      ['inventory', '10 GOLD'],
    ] as const)
      await exchange.gives(who, text)
    await exchange.submit(quick('ali buys 2 GOLD at 100', { key: 'quick-buy', at: Date.now() }))
    const placed = await exchange.order('ali sells 1 GOLD at 130', 'order-to-sell')
    if (placed.kind !== 'order') return expect.fail(placed.kind)
    const whose = { userId: ALI, orderId: placed.orderId }
    expect(await countOrderProfit(database, whose)).toBeUndefined()
    await exchange.order('sara buys 0.5 GOLD at 130', 'order-to-buy')
    // Half of a gram brought 65 less 0.4 %; with its fee of 0.3 % it had cost 50 / 0.997.
    const sale = await countOrderProfit(database, whose)
    expect(sale?.amount).toBe(amount(500_000n))
    const wallets = { database, catalogue: { markets: MARKETS } as never }
    const asked = { userId: ALI, orderId: String(placed.orderId) }
    expect(await findOrderProfit(wallets, asked)).toEqual({ amount: '0.5', cost: '50.150451', profit: '14.589549' })
    expect(await findOrderProfit(wallets, { ...asked, userId: idOf('sara') })).toBeNull()
    expect(await listPositions(wallets, ALI)).toEqual([
      {
        coin: 'GOLD',
        sourceCoin: 'TOMAN',
        amount: '1.494',
        averageBuyPrice: '100.30090271',
        cost: '149.849549',
        realisedProfit: '14.589549',
      },
    ])
    await exchange.close()
  })

  test('are hidden in the session of a market maker', async () => {
    const opened = await openTestWallets(await open())
    const answers = walletRoutes(opened.wallets).filter(({ endpoint }) => /position|profit/.test(endpoint.path))
    const caller = { userId: opened.user.userId, supervisor: true }
    const replies = await Promise.all(answers.map(({ handle }) => handle({ caller, query: { orderId: '1' } } as never)))
    expect(replies).toEqual([{ content: [] }, { baseDTO: null }])
    await opened.exchange.close()
  })
})
