import { type JalaliDate, parseJalaliDate } from '#domain/jalali.ts'
import type { Halt } from '#domain/market-state.ts'
import type { Queryable } from '../database.ts'

/** The halts that stand, by market id. */
export async function readHalts(database: Queryable): Promise<ReadonlyMap<number, Halt>> {
  const rows = await database.query<{ market_id: number; kind: Halt['kind']; reason_fa: string; reason_en: string }>(
    'select market_id, kind, reason_fa, reason_en from market_halts where ended_at is null',
  )
  return new Map(
    rows.map(({ market_id: marketId, kind, reason_fa: fa, reason_en: en }) => [marketId, { kind, reason: { fa, en } }]),
  )
}

/** Ends the halt of a market that stands. `false`: there was none. */
export async function endHalt(database: Queryable, { marketId, at }: { marketId: number; at: Date }): Promise<boolean> {
  const rows = await database.query(
    'update market_halts set ended_at = $2 where market_id = $1 and ended_at is null returning id',
    [marketId, at],
  )
  return rows.length > 0
}

/** @throws DatabaseError where a halt of this market stands already */
export async function insertHalt(
  database: Queryable,
  { marketId, halt, at }: { marketId: number; halt: Halt; at: Date },
): Promise<void> {
  await database.query(
    'insert into market_halts (market_id, kind, reason_fa, reason_en, begun_at) values ($1, $2, $3, $4, $5)',
    [marketId, halt.kind, halt.reason.fa, halt.reason.en, at],
  )
}

/** The days of rest beside Fridays. */
export async function readHolidays(database: Queryable): Promise<ReadonlySet<JalaliDate>> {
  const rows = await database.query<{ day: string }>('select day from holidays')
  return new Set(rows.flatMap(({ day }) => parseJalaliDate(day) ?? []))
}
