import type { Side } from '#domain/order.ts'
import type { Queryable } from '../database.ts'
import { firstEntryAt, firstTradeAt } from '../first-at.ts'

export interface Span {
  readonly from: Date
  readonly to: Date
}

/** Rows per query: no query is long, and no result is large. */
const PORTION = 1_000

/** Reads in portions, each after the last id of the previous one. */
async function* inPortions<Row extends { readonly id: bigint }>(
  first: bigint,
  read: (from: bigint) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  for (let from = first; ; ) {
    const rows = await read(from)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PORTION) return
    from = last.id + 1n
  }
}

/** The accounts of the exchange's own users, by number. */
export async function readSystemUsers(database: Queryable): Promise<ReadonlyMap<bigint, string>> {
  const rows = await database.query<{ id: bigint; name: string }>(
    'select id, system_name as name from users where system_name is not null',
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface ReportedTrade {
  readonly id: bigint
  readonly at: Date
  readonly marketId: number
  readonly takerSide: Side
  readonly unitPrice: bigint
  readonly amount: bigint
  readonly value: bigint
  readonly takerId: bigint
  readonly makerId: bigint
  readonly takerFee: bigint
  readonly makerFee: bigint
}

export async function* readReportedTrades(
  database: Queryable,
  { from, to }: Span,
): AsyncGenerator<ReportedTrade, void> {
  const end = await firstTradeAt(database, to)
  yield* inPortions(await firstTradeAt(database, from), (first) =>
    database.query<ReportedTrade>(
      `select id, at, market_id as "marketId", taker_side as "takerSide", unit_price as "unitPrice", amount, value,
        taker_user_id as "takerId", maker_user_id as "makerId", taker_fee as "takerFee", maker_fee as "makerFee"
        from trades where id >= $1 and id < $2 order by id limit ${PORTION}`,
      [first, end],
    ),
  )
}

export interface LedgerOfDay {
  readonly ownerId: bigint
  readonly coinId: number
  readonly available: bigint
  readonly blocked: bigint
  readonly entries: bigint
}

/** Entries per statement, which takes some tens of milliseconds, so that no order waits for a whole day. */
const ENTRIES_AT_ONCE = 5_000n

/** The changes of each account on a day, by coin. @param end the first entry that does not count, if that is before the end of the day */
export async function readLedgerOfDay(
  database: Queryable,
  { from, to }: Span,
  { end: last, entriesAtOnce = ENTRIES_AT_ONCE }: { end?: bigint; entriesAtOnce?: bigint } = {},
): Promise<LedgerOfDay[]> {
  const sums = new Map<string, LedgerOfDay>()
  const dayEnd = await firstEntryAt(database, to)
  const end = last !== undefined && last < dayEnd ? last : dayEnd
  for (let first = await firstEntryAt(database, from); first < end; first += entriesAtOnce) {
    const rows = await database.query<LedgerOfDay>(
      `select owner_id as "ownerId", coin_id as "coinId",
        coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
        coalesce(sum(amount) filter (where bucket = 'blocked'), 0) as blocked, count(distinct seq) as entries
        from postings where seq >= $1 and seq < $2 and seq < $3 group by owner_id, coin_id`,
      [first, first + entriesAtOnce, end],
    )
    for (const row of rows) {
      const account = `${row.ownerId}/${row.coinId}`
      sums.set(account, sumOf(sums.get(account), row))
    }
  }
  return [...sums.values()].sort((a, b) =>
    a.ownerId === b.ownerId ? a.coinId - b.coinId : a.ownerId < b.ownerId ? -1 : 1,
  )
}

const sumOf = (sum: LedgerOfDay | undefined, row: LedgerOfDay): LedgerOfDay =>
  sum
    ? {
        ...row,
        available: sum.available + row.available,
        blocked: sum.blocked + row.blocked,
        entries: sum.entries + row.entries,
      }
    : row

export interface ReportedDeposit {
  readonly id: bigint
  readonly at: Date
  readonly userId: bigint
  readonly amount: bigint
  readonly gateway: string
  readonly cardMasked: string
  readonly status: string
  readonly fault: string | null
  readonly refId: string | null
  readonly settledAt: Date | null
}

export const readReportedDeposits = (database: Queryable, { from, to }: Span): AsyncGenerator<ReportedDeposit, void> =>
  inPortions(0n, (first) =>
    database.query<ReportedDeposit>(
      `select id, created_at as at, user_id as "userId", amount, gateway, card_masked as "cardMasked", status, fault,
        ref_id as "refId", settled_at as "settledAt"
        from toman_deposits where id >= $1 and created_at >= $2 and created_at < $3 order by id limit ${PORTION}`,
      [first, from, to],
    ),
  )

export interface ReportedUser {
  readonly id: bigint
  readonly at: Date
  readonly mobile: string
  readonly verification: string
  readonly level: string
  readonly frozen: boolean
  readonly invitedBy: bigint | undefined
}

/** Customers by the time they joined, without their documents. */
export const readReportedUsers = (database: Queryable, { from, to }: Span): AsyncGenerator<ReportedUser, void> =>
  inPortions(0n, async (first) => {
    const rows = await database.query<Omit<ReportedUser, 'invitedBy'> & { invited_by: bigint | null }>(
      `select id, created_at as at, mobile, verification, level, blocked_at is not null as frozen, invited_by
        from users where id >= $1 and created_at >= $2 and created_at < $3 and role = 'CUSTOMER' and mobile is not null
        order by id limit ${PORTION}`,
      [first, from, to],
    )
    return rows.map(({ invited_by, ...user }) => ({ ...user, invitedBy: invited_by ?? undefined }))
  })
