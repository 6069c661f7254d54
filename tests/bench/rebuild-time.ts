import { amount, price } from '#domain/units.ts'
import type { Command } from '#server/engine/commands.ts'
import { openWriter } from '#server/exchange/open-exchange.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { order } from '#tests/builders/commands.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { openOrdersOf } from '#tests/builders/open-orders.ts'
import { writeTestCatalogue } from '#tests/builders/test-catalogue.ts'
import { writeRestingOrders } from './resting-orders.ts'

const ORDERS = 100_000
const USERS = 1_000
const SAMPLE = order('ali sells 1 GOLD at 1', { key: 'sample', at: 0 })

/** Milliseconds from a closed exchange to one that serves, with 100,000 open orders and their remembered answers. */
export async function measureRebuild(settings: DatabaseSettings): Promise<number> {
  const database = await openDatabase(settings)
  try {
    await writeTestCatalogue(database)
    const open = () =>
      openWriter({ database, markets: [GOLD_TOMAN], log: { warn() {} }, onLost: () => undefined, batchMax: 1_000 })
    const before = await open()
    await Promise.all(Array.from({ length: USERS }, (_, i) => before.submit(gift(i + 1))))
    for (let from = 0; from < ORDERS; from += 5_000)
      await Promise.all(Array.from({ length: 5_000 }, (_, i) => before.submit(orderOf(from + i))))
    await before.close()

    const began = performance.now()
    const after = await open()
    const took = performance.now() - began
    const orders = openOrdersOf(after.state).length
    if (orders !== ORDERS) throw new Error(`${orders} orders came back`)
    await after.close()
    return took
  } finally {
    await database.close()
  }
}

const stamp = (userId: number, key: string) => ({ userId, key, fingerprint: key, at: Date.now() })

function gift(userId: number): Command {
  const reference = `gift/${userId}`
  const quantity = amount(10n ** 20n)
  return {
    type: 'credit',
    ...stamp(userId, reference),
    source: 'hot/ERC20',
    coinId: GOLD_TOMAN.base.id,
    amount: quantity,
    reference,
  }
}

function orderOf(i: number): Command {
  const key = `order-${i}`
  return {
    ...SAMPLE,
    ...stamp(1 + (i % USERS), key),
    marketId: GOLD_TOMAN.id,
    unitPrice: price(BigInt(1_000 + (i % 500)) * 100_000_000n),
    amount: amount(BigInt(1 + (i % 90)) * 1_000n),
    clientOrderId: key,
  }
}

const MILLION = 1_000_000

/** The same with a million open orders written in bulk by SQL, and answers of days ago, which are not remembered. */
export async function measureMillionRebuild(settings: DatabaseSettings): Promise<number> {
  const database = await openDatabase(settings)
  try {
    await writeTestCatalogue(database)
    await writeRestingOrders(database, { count: MILLION, market: GOLD_TOMAN })
    const began = performance.now()
    const exchange = await openWriter({
      database,
      markets: [GOLD_TOMAN],
      log: { warn() {} },
      onLost: () => undefined,
    })
    const took = performance.now() - began
    const orders = openOrdersOf(exchange.state).length
    if (orders !== MILLION) throw new Error(`${orders} orders came back`)
    await exchange.close()
    return took
  } finally {
    await database.close()
  }
}
