import { toCount } from '#domain/counts.ts'
import type { Reference } from '#domain/ledger.ts'
import type { StoredAnswer } from '#domain/outcome.ts'
import type { Queryable } from './database.ts'
import { decodeOutcome } from './exchange-rows.ts'

interface Columns {
  user_id: bigint
  key: string
  fingerprint: string
  outcome: string
  at: Date
}

const rowOf = ({ user_id, key, fingerprint, outcome, at }: Columns): StoredAnswer => ({
  userId: toCount(user_id),
  key,
  fingerprint,
  outcome: decodeOutcome(outcome, at.getTime()),
  at: at.getTime(),
})

/** The newest `rowsMax` of the answers given since `since`, oldest first. */
export async function readOutcomes(
  database: Queryable,
  { since, rowsMax }: { since: Date; rowsMax: number },
): Promise<StoredAnswer[]> {
  const rows = await database.query<Columns>(
    'select user_id, key, fingerprint, outcome, at from outcomes where at >= $1 order by at desc limit $2',
    [since, rowsMax],
  )
  return rows.map(rowOf).reverse()
}

export interface KeyOfUser {
  readonly userId: number
  readonly key: string
}

/** The answers under these keys given since `since`: each is looked up by itself, however many others exist. */
export async function findOutcomes(
  database: Queryable,
  { keys, since }: { keys: readonly KeyOfUser[]; since: Date },
): Promise<StoredAnswer[]> {
  const rows = await database.query<Columns>(
    `select found.* from unnest($1::bigint[], $2::text[]) as asked (user_id, key) cross join lateral (
       select user_id, key, fingerprint, outcome, at from outcomes
       where user_id = asked.user_id and key = asked.key and at >= $3 limit 1
     ) as found`,
    [keys.map(({ userId }) => userId), keys.map(({ key }) => key), since],
  )
  return rows.map(rowOf)
}

/** Everything in the ledger that has one of these references, whenever that was. */
export function findReferences(database: Queryable, asked: readonly Reference[]): Promise<Reference[]> {
  return database.query<Reference>(
    `select kind::text, reference from ledger_entries
        where kind in ('credit', 'sweep', 'fee', 'correction') and reference = any ($1::text[])
      union all select 'hold', reference from holds where reference = any ($1::text[])`,
    [asked.map(({ reference }) => reference)],
  )
}

/** Deletes the oldest `rowsMax` of the answers given before `before`. @returns their number */
export async function deleteOldOutcomes(
  database: Queryable,
  { before, rowsMax }: { before: Date; rowsMax: number },
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `with gone as (
       delete from outcomes where ctid = any (array(select ctid from outcomes where at < $1 order by at limit $2)) returning 1
     ) select count(*)::integer as count from gone`,
    [before, rowsMax],
  )
  return row?.count ?? 0
}
