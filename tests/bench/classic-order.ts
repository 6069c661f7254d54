import type { Database, Transaction } from '#server/store/database.ts'

interface Placing {
  readonly userId: number
  readonly side: 'BUY' | 'SELL'
  readonly key: string
}

/** Every order of the measurement: 0.1 GOLD at 10,000,000 TOMAN, with a fee of 0.4 % of the proceeds. */
const [MARKET, TOMAN, GOLD, FEES] = [3, 1, 3, -1]
const [AMOUNT, VALUE, PRICE] = [100_000n, 1_000_000_000_000n, 1_000_000_000_000_000n]
const [AMOUNT_FEE, VALUE_FEE] = [400n, 4_000_000_000n]

/**
 * Places one order in one transaction, as textbooks do: locks the balance it spends, finds and locks the best order of the
 * other side, moves the money of both, and writes order, trade, entry, postings and answer. The same rows as the exchange writes,
 * except that the exchange's fees are postings only: their balance would be one row that all transactions wait for.
 */
export function placeClassically(database: Database, placing: Placing): Promise<object> {
  return database.transaction(async (tx) => {
    const { userId, side, key } = placing
    const [spends, needs] = side === 'BUY' ? [TOMAN, VALUE] : [GOLD, AMOUNT]
    const [maker] = await tx.query<{ id: bigint; user_id: bigint }>(
      `select id, user_id from orders where market_id = $1 and side = $2::side and status = 'IS_OPEN' and user_id <> $3
        order by unit_price, id limit 1 for update skip locked`,
      [MARKET, side === 'BUY' ? 'SELL' : 'BUY', userId],
    )
    const makerId = maker && Number(maker.user_id)
    // Always in the same order, so that two transactions never wait for each other.
    await tx.query(
      'select 1 from balances where owner_id = any($1) and coin_id = any($2) order by owner_id, coin_id for update',
      [
        [userId, ...(makerId === undefined ? [] : [makerId])],
        [TOMAN, GOLD],
      ],
    )
    const [order] = await tx.query<{ id: bigint }>(
      `insert into orders (id, user_id, market_id, side, kind, status, unit_price, amount, executed, executed_value, held, wage,
          fee_ppm, maker_fee_ppm, client_order_id, created_at)
        values (nextval('classic_orders'), $1, $2, $3, 'LIMITED', $4, $5, $6, $7, $8, $9, 0, 4000, 4000, $10, now()) returning id`,
      maker
        ? [userId, MARKET, side, 'FINISHED_WITH_TRANSACTION', PRICE, AMOUNT, AMOUNT, VALUE, 0, key]
        : [userId, MARKET, side, 'IS_OPEN', PRICE, AMOUNT, 0, 0, needs, key],
    )
    if (!order) throw new Error('the order got no id')
    if (makerId === undefined) await block(tx, { userId, coinId: spends, needs })
    else await trade(tx, { placing, order, maker: { id: maker?.id ?? 0n, userId: makerId } })
    await tx.query(
      `insert into outcomes (user_id, key, fingerprint, outcome, at) values ($1, $2, 'order', 'answered', now())`,
      [userId, key],
    )
    return { id: String(order.id), orderStatus: maker ? 'FINISHED_WITH_TRANSACTION' : 'IS_OPEN' }
  })
}

async function block(tx: Transaction, { userId, coinId, needs }: { userId: number; coinId: number; needs: bigint }) {
  await tx.query(
    'update balances set available = available - $3, blocked = blocked + $3 where owner_id = $1 and coin_id = $2',
    [userId, coinId, needs],
  )
  await post(tx, [
    { owner: userId, coin: coinId, bucket: 'available', change: -needs },
    { owner: userId, coin: coinId, bucket: 'blocked', change: needs },
  ])
}

interface Trade {
  readonly placing: Placing
  readonly order: { readonly id: bigint }
  readonly maker: { readonly id: bigint; readonly userId: number }
}

async function trade(tx: Transaction, { placing: { userId, side }, order, maker }: Trade): Promise<void> {
  const [buyer, seller] = side === 'BUY' ? [userId, maker.userId] : [maker.userId, userId]
  await tx.query(
    `update orders set status = 'FINISHED_WITH_TRANSACTION', executed = $2, executed_value = $3, held = 0 where id = $1`,
    [maker.id, AMOUNT, VALUE],
  )
  await tx.query(
    `insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id, maker_user_id,
      taker_fee, maker_fee, at)
      values (nextval('classic_trades'), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())`,
    side === 'BUY'
      ? [MARKET, side, PRICE, AMOUNT, VALUE, order.id, maker.id, buyer, seller, AMOUNT_FEE, VALUE_FEE]
      : [MARKET, side, PRICE, AMOUNT, VALUE, order.id, maker.id, seller, buyer, VALUE_FEE, AMOUNT_FEE],
  )
  const from = (owner: number) => (owner === maker.userId ? 'blocked' : 'available')
  const changes: Change[] = [
    { owner: buyer, coin: TOMAN, bucket: from(buyer), change: -VALUE },
    { owner: seller, coin: TOMAN, bucket: 'available', change: VALUE - VALUE_FEE },
    { owner: FEES, coin: TOMAN, bucket: 'available', change: VALUE_FEE },
    { owner: seller, coin: GOLD, bucket: from(seller), change: -AMOUNT },
    { owner: buyer, coin: GOLD, bucket: 'available', change: AMOUNT - AMOUNT_FEE },
    { owner: FEES, coin: GOLD, bucket: 'available', change: AMOUNT_FEE },
  ]
  for (const bucket of ['available', 'blocked'] as const) {
    const part = changes.filter((change) => change.bucket === bucket && change.owner !== FEES)
    await tx.query(
      `update balances set ${bucket} = ${bucket} + change from unnest($1::bigint[], $2::smallint[], $3::numeric[]) as given (owner, coin, change)
        where owner_id = owner and coin_id = coin`,
      [part.map(({ owner }) => owner), part.map(({ coin }) => coin), part.map(({ change }) => change)],
    )
  }
  await post(tx, changes)
}

interface Change {
  readonly owner: number
  readonly coin: number
  readonly bucket: 'available' | 'blocked'
  readonly change: bigint
}

async function post(tx: Transaction, changes: readonly Change[]): Promise<void> {
  await tx.query(
    `insert into ledger_entries (seq, at, kind, reference, accounts, amounts)
      values (nextval('classic_entries'), now(), 'order', 'classic', $1::bigint[], $2::numeric[])`,
    [
      changes.map(({ owner, coin, bucket }) => owner * 65_536 + coin * 2 + (bucket === 'blocked' ? 1 : 0)),
      changes.map(({ change }) => change),
    ],
  )
}
