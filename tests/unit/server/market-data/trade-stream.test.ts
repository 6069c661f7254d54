import { expect, test } from 'vitest'
import type { MarketTrade } from '#domain/trade.ts'
import { amount, price } from '#domain/units.ts'
import { TradeStream } from '#server/market-data/market-watch.ts'

const trade = (id: number): MarketTrade => ({
  id,
  marketId: 3,
  takerSide: 'BUY',
  unitPrice: price(1n),
  amount: amount(1n),
  takerUserId: 1,
  at: id,
})

const PARTIES = {
  value: amount(1n),
  takerOrderId: 1,
  makerOrderId: 2,
  takerUserId: 1,
  makerUserId: 2,
  takerFee: amount(0n),
  makerFee: amount(0n),
  quoteInToman: undefined,
}

/** A stream on a database with these trades, and the events that the exchange would send. */
function openStream(stored: readonly number[]) {
  const seen: number[] = []
  let failures = 0
  const stream = new TradeStream({
    database: {
      query: async (_sql, values = []) => {
        if (failures-- > 0) throw new Error('away')
        const [after = 0, upTo = 0] = values
        const rows = stored.filter((id) => id > Number(after) && id <= Number(upTo)).map(trade)
        return rows.map((row) => ({
          id: BigInt(row.id),
          market_id: row.marketId,
          taker_side: row.takerSide,
          unit_price: row.unitPrice,
          amount: row.amount,
          taker_user_id: BigInt(row.takerUserId),
          at: new Date(row.at),
        })) as never
      },
    },
    log: { warn() {} },
    onTrades: (trades) => void seen.push(...trades.map(({ id }) => id)),
  })
  const commit = (...ids: number[]) => stream.onCommit({ trades: ids.map((id) => ({ ...trade(id), ...PARTIES })) })
  const fail = (times: number) => {
    failures = times
  }
  return { stream, seen, commit, fail }
}

test('trades wait until the reader has begun, and those that it knows are left out', () => {
  const { stream, seen, commit } = openStream([])
  stream.onSnapshot(2)
  commit(3, 4)
  expect(seen).toEqual([])
  stream.begin(2)
  commit(5)
  expect(seen).toEqual([3, 4, 5])
})

test('trades of a commit that was never published are read from the database, in their place', async () => {
  const { stream, seen, commit } = openStream([1, 2, 3, 4])
  stream.onSnapshot(0)
  stream.begin(0)
  commit(1)
  stream.onSnapshot(3)
  commit(4)
  await expect.poll(() => seen).toEqual([1, 2, 3, 4])
  commit(5)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})

test('while the database is away nothing is passed on, and nothing is lost', async () => {
  const { stream, seen, commit, fail } = openStream([1, 2, 3])
  stream.onSnapshot(0)
  stream.begin(0)
  fail(1)
  stream.onSnapshot(2)
  commit(3)
  await new Promise(setImmediate)
  expect(seen).toEqual([])
  await expect.poll(() => seen).toEqual([1, 2, 3])
})
