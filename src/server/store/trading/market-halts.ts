import { toCount } from '#domain/counts.ts'
import { type JalaliDate, parseJalaliDate } from '#domain/jalali.ts'
import type { Halt } from '#domain/market-state.ts'
import type { Queryable } from '../database.ts'
import { countOf, findRow, hasRows, insertRow, readRows, rowAs } from '../rows.ts'

interface HaltColumns {
  id: bigint
  market_id: number
  kind: Halt['kind']
  reason_fa: string
  reason_en: string
  ended_at: Date | null
  acknowledged_at: Date | null
}

/** An operator's order to halt a market or end its halt, which no exchange has acknowledged yet. */
export interface HaltOrder {
  readonly id: number
  readonly hasEnded: boolean
}

/** The halts in force, by market id, and the operators' orders among them that no exchange has acknowledged. */
export async function readHaltOrders(
  database: Queryable,
): Promise<{ halts: ReadonlyMap<number, Halt>; unacknowledged: readonly HaltOrder[] }> {
  const rows = await database.query<HaltColumns>(
    'select * from market_halts where ended_at is null or acknowledged_at is null',
  )
  const standing = rows.filter(({ ended_at }) => ended_at === null)
  return {
    halts: new Map(
      standing.map(({ market_id, kind, reason_fa: fa, reason_en: en }) => [market_id, { kind, reason: { fa, en } }]),
    ),
    unacknowledged: rows
      .filter(({ acknowledged_at }) => acknowledged_at === null)
      .map(({ id, ended_at }) => ({ id: toCount(id), hasEnded: ended_at !== null })),
  }
}

/** Records that the exchange applies these orders; one that was ended meanwhile is another order. */
export async function acknowledgeOrders(database: Queryable, orders: readonly HaltOrder[]): Promise<void> {
  if (orders.length === 0) return
  await database.query(
    `update market_halts set acknowledged_at = now() from unnest($1::bigint[], $2::boolean[]) as kept (id, has_ended)
     where market_halts.id = kept.id and (ended_at is not null) = has_ended`,
    [orders.map(({ id }) => id), orders.map(({ hasEnded }) => hasEnded)],
  )
}

/** Whether the exchange applies all orders of operators for a market. */
export async function isAcknowledged(database: Queryable, marketId: number): Promise<boolean> {
  const rows = await database.query('select 1 from market_halts where market_id = $1 and acknowledged_at is null', [
    marketId,
  ])
  return rows.length === 0
}

/** Ends the halt of a market that is in force. `false`: there was none. */
export const endHalt = (database: Queryable, { marketId, at }: { marketId: number; at: Date }): Promise<boolean> =>
  hasRows(
    database,
    `update market_halts set ended_at = $2, acknowledged_at = null
     where market_id = $1 and ended_at is null returning id`,
    [marketId, at],
  )

/** The halt in force of a market; other orders for it wait until this transaction has ended. */
export async function lockHalt(database: Queryable, marketId: number): Promise<Halt | undefined> {
  await database.query('select 1 from markets where id = $1 for no key update', [marketId])
  const [row] = await database.query<HaltColumns>(
    'select * from market_halts where market_id = $1 and ended_at is null',
    [marketId],
  )
  return row && { kind: row.kind, reason: { fa: row.reason_fa, en: row.reason_en } }
}

/** @throws DatabaseError if a halt of this market is in force */
export const insertHalt = (
  database: Queryable,
  { marketId, halt, at, operatorId }: { marketId: number; halt: Halt; at: Date; operatorId?: number | undefined },
): Promise<void> => {
  const reason = { reasonFa: halt.reason.fa, reasonEn: halt.reason.en }
  return insertRow(database, 'market_halts', {
    marketId,
    kind: halt.kind,
    ...reason,
    begunAt: at,
    orderedBy: operatorId,
  })
}

/** A halt in force, as operators read it. */
export interface StandingHalt {
  readonly marketId: number
  readonly kind: Halt['kind']
  readonly since: Date
  /** The operator who ordered it; `undefined` if no single operator did. */
  readonly by: string | undefined
}

/** The halts in force, oldest first. */
export const readStandingHalts = (database: Queryable): Promise<StandingHalt[]> =>
  readRows(
    database,
    rowAs<StandingHalt>(),
    `select h.market_id as "marketId", h.kind, h.begun_at as since, o.operator_name as by from market_halts h
      left join users o on o.id = h.ordered_by where h.ended_at is null order by h.begun_at, h.market_id`,
  )

/** Grows with every change of coins, markets, halts and holidays. */
export const readRulesRevision = (database: Queryable): Promise<number> =>
  countOf(database, 'select revision from rules_revision')

/** The holidays in addition to Fridays. */
export async function readHolidays(database: Queryable): Promise<ReadonlySet<JalaliDate>> {
  const rows = await database.query<{ day: string }>('select day from holidays')
  return new Set(rows.flatMap(({ day }) => parseJalaliDate(day) ?? []))
}

/** @param day "14050112". @returns false if it was a holiday with this name already */
export const addHoliday = (tx: Queryable, { day, name }: { day: string; name: string | undefined }): Promise<boolean> =>
  hasRows(
    tx,
    `insert into holidays (day, name) values ($1, $2) on conflict (day) do update set name = excluded.name
      where holidays.name is distinct from excluded.name returning day`,
    [day, name],
  )

/** @returns whether it was a holiday */
export async function removeHoliday(tx: Queryable, day: string): Promise<boolean> {
  return (await tx.query('delete from holidays where day = $1 returning day', [day])).length > 0
}

/** The holiday on this day, with its name if it has one. */
export const findHoliday = (tx: Queryable, day: string): Promise<{ readonly name: string | undefined } | undefined> =>
  findRow(tx, rowAs<{ name: string | undefined }>(), 'select name from holidays where day = $1', [day])

/** Holidays from this day on, as dates of the Jalali calendar. */
export function readHolidaysFrom(
  database: Queryable,
  day: string,
): Promise<{ readonly day: string; readonly name: string | null }[]> {
  return database.query<{ day: string; name: string | null }>(
    'select day, name from holidays where day >= $1 order by day limit 500',
    [day],
  )
}
