import type { Queryable } from '../database.ts'
import { slicesOf } from './statement.ts'

/** All customers together, next to the exchange's accounts, which have their own numbers. */
export const CUSTOMERS = 0n

/** The balance of a coin in an account of the exchange, or of all customers together. */
export interface AccountSum {
  readonly ownerId: bigint
  readonly coinId: number
  readonly available: bigint
  readonly blocked: bigint
}

/** Balances at one moment: before an entry of the ledger. */
interface Standing {
  readonly seq: bigint
  readonly sums: readonly AccountSum[]
}

/** Treats all customers as one account; $1 are the exchange's own users. */
const OWNER = `case when owner_id < 0 or owner_id = any ($1::bigint[]) then owner_id else ${CUSTOMERS} end`

/** The balances before an entry, or at the end of the ledger. They are computed once and stored if the entry already exists. */
export async function readBalancesBefore(
  database: Queryable,
  { seq, systemUsers }: { seq: bigint; systemUsers: readonly bigint[] },
): Promise<AccountSum[]> {
  await markBalances(database, { seq, systemUsers })
  return countBack(database, { seq, systemUsers })
}

/** Computes backwards from the nearest stored mark, or from the present balances. */
async function countBack(
  database: Queryable,
  { seq, systemUsers }: { seq: bigint; systemUsers: readonly bigint[] },
): Promise<AccountSum[]> {
  const near = (await readMark(database, seq)) ?? (await readPresent(database, systemUsers))
  const sums = new Map(near.sums.map((sum) => [keyOf(sum), sum]))
  for (const { first, next } of slicesOf({ from: seq, end: near.seq }))
    for (const change of await readChange(database, { systemUsers, first, next })) {
      const sum = sums.get(keyOf(change))
      sums.set(keyOf(change), {
        ...change,
        available: (sum?.available ?? 0n) - change.available,
        blocked: (sum?.blocked ?? 0n) - change.blocked,
      })
    }
  return [...sums.values()].filter(({ available, blocked }) => available !== 0n || blocked !== 0n)
}

const keyOf = ({ ownerId, coinId }: Pick<AccountSum, 'ownerId' | 'coinId'>) => `${ownerId}/${coinId}`

async function readMark(database: Queryable, seq: bigint): Promise<Standing | undefined> {
  const rows = await database.query<AccountSum & { seq: bigint }>(
    `select seq, owner_id as "ownerId", coin_id as "coinId", available, blocked from ledger_marks
      where seq = (select min(seq) from ledger_marks where seq >= $1)`,
    [seq],
  )
  const [first] = rows
  return first && { seq: first.seq, sums: rows }
}

async function readPresent(database: Queryable, systemUsers: readonly bigint[]): Promise<Standing> {
  const rows = await database.query<AccountSum & { newest: bigint }>(
    `select ${OWNER} as "ownerId", coin_id as "coinId", sum(available) as available, sum(blocked) as blocked,
      (select coalesce(max(seq), 0) from ledger_entries) as newest
      from balances group by 1, 2`,
    [systemUsers],
  )
  return { seq: (rows[0]?.newest ?? -1n) + 1n, sums: rows }
}

const readChange = (
  database: Queryable,
  { systemUsers, first, next }: { systemUsers: readonly bigint[]; first: bigint; next: bigint },
): Promise<AccountSum[]> =>
  database.query<AccountSum>(
    `select ${OWNER} as "ownerId", coin_id as "coinId",
      coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
      coalesce(sum(amount) filter (where bucket = 'blocked'), 0) as blocked
      from postings where seq >= $2 and seq < $3 group by 1, 2`,
    [systemUsers, first, next],
  )

/** Stores the balances before an existing entry; an existing mark stays. */
async function markBalances(
  database: Queryable,
  { seq, systemUsers }: { seq: bigint; systemUsers: readonly bigint[] },
): Promise<void> {
  const [mark] = await database.query<{ wanted: boolean }>(
    `select exists (select 1 from ledger_entries where seq = $1)
      and not exists (select 1 from ledger_marks where seq = $1) as wanted`,
    [seq],
  )
  if (!mark?.wanted) return
  const sums = await countBack(database, { seq, systemUsers })
  await database.query(
    `insert into ledger_marks (seq, owner_id, coin_id, available, blocked)
      select $1::bigint, sums.* from unnest($2::bigint[], $3::smallint[], $4::numeric[], $5::numeric[]) as sums
      on conflict do nothing`,
    [
      seq,
      sums.map(({ ownerId }) => ownerId),
      sums.map(({ coinId }) => coinId),
      sums.map(({ available }) => available),
      sums.map(({ blocked }) => blocked),
    ],
  )
}
