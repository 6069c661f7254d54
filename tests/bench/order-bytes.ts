import { price } from '#domain/units.ts'
import type { Command } from '#server/engine/commands.ts'
import { openExchange } from '#server/exchange/open-exchange.ts'
import type { Database } from '#server/store/database.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { writeTestCatalogue } from '#tests/builders/test-catalogue.ts'

const PAIRS = 10_000
const PAIRS_A_BATCH = 32
const BIG_PRICE = price(10_000_000n * 100_000_000n)

/** Bytes of the database, with indexes, for one order; each two orders match in one trade. */
export async function measureOrderBytes(settings: DatabaseSettings): Promise<number> {
  const database = await openDatabase(settings)
  try {
    await writeTestCatalogue(database)
    const exchange = await openExchange({
      database,
      markets: [GOLD_TOMAN],
      log: { warn() {} },
      onLost: () => undefined,
    })
    await exchange.submit(credit('ali', '1000000000000 TOMAN', { key: 'ali-has-toman', at: Date.now() }))
    await exchange.submit(credit('sara', '1000000 GOLD', { key: 'sara-has-gold', at: Date.now() }))
    const before = await sizeOf(database)
    for (let from = 0; from < PAIRS; from += PAIRS_A_BATCH)
      await Promise.all(Array.from({ length: PAIRS_A_BATCH * 2 }, (_, i) => exchange.submit(half(from * 2 + i))))
    await exchange.close()
    const [orders] = await database.query<{ count: bigint }>('select count(*) from orders')
    return ((await sizeOf(database)) - before) / Number(orders?.count)
  } finally {
    await database.close()
  }
}

/** Ali buys what Sara sells, in turn. */
function half(i: number): Command {
  const sentence = i % 2 === 0 ? 'ali buys 0.1 GOLD at 1' : 'sara sells 0.1 GOLD at 1'
  return { ...order(sentence, { key: `batch-${i % 64}-${i}`, at: Date.now() }), unitPrice: BIG_PRICE }
}

async function sizeOf(database: Database): Promise<number> {
  await database.query('vacuum')
  const [row] = await database.query<{ size: bigint }>(
    `select sum(pg_total_relation_size(oid))::bigint as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return Number(row?.size)
}
