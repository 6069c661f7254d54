import type { Queryable, Transaction } from '../database.ts'
import { columnsOf, findNumber, findRow, hasRows, insertRows, readRows, rowAs, updateRows } from '../rows.ts'

/** The context to which the sealed secret of a statement is bound. */
export const liabilityContext = (number: number): string => `liabilities:${number}`

/** The balances that the exchange owes: those of its own accounts have numbers below zero. */
const OWED = 'owner_id > 0 and available + blocked > 0'

/**
 * The number of the next statement, if one is due: none was begun since the day began, or two operators have asked for another since the last
 * one. `undefined` if none is due, or nobody is owed anything.
 */
export const findDue = (database: Queryable, dayBegan: Date): Promise<number | undefined> =>
  findNumber(
    database,
    `select coalesce(max(number) filter (where statement is not null), 0) + 1 as number
     from liability_statements
     having exists (select from balances where ${OWED}) and coalesce(max(taken_at) filter (where statement is not null), '-infinity')
       < greatest($1::timestamptz, (select ordered_at from liability_order))`,
    [dayBegan],
  )

/** Two operators want a statement of the present balances. */
export async function orderStatement(tx: Transaction, at: Date): Promise<void> {
  await tx.query('update liability_order set ordered_at = $1 where id = 1', [at])
}

/** The number of the next statement, as far as is known. */
export const nextNumber = async (database: Queryable): Promise<number> =>
  (await findNumber(database, 'select max(number) + 1 from liability_statements where statement is not null')) ?? 1

/** Removes a statement that a stop interrupted. Nobody has seen it. */
export async function dropUnfinished(database: Queryable): Promise<void> {
  await database.query(
    `with unfinished as (select number from liability_statements where statement is null),
     balances as (delete from liability_balances where number in (table unfinished))
     delete from liability_nodes where number in (table unfinished)`,
  )
  await database.query('delete from liability_statements where statement is null')
}

/** Keeps the balances of all customers at one commit: one SQL statement sees one commit. No order waits for it. */
export async function takeBalances(
  database: Queryable,
  { number, secret, at }: { number: number; secret: Uint8Array; at: Date },
): Promise<{ readonly commit: number; readonly at: Date }> {
  const taken = await findRow(
    database,
    rowAs<{ commit: number; at: Date }>('commit'),
    `with taken as (
      insert into liability_statements (number, commit_number, commit_at, taken_at, secret)
      select $1::bigint, batch, at, $3, $2 from leader where id = 1 returning commit_number, commit_at
    ), copied as (
      insert into liability_balances (number, coin_id, user_id, holder, amount)
      select $1, coin_id, owner_id, coalesce(mobile, system_name, 'account-' || owner_id), available + blocked
      from balances left join users on users.id = owner_id where ${OWED}
    )
    select commit_number as commit, commit_at as at from taken`,
    [number, secret, at],
  )
  if (!taken) throw new Error('the exchange has no writer yet')
  // Without it the planner knows nothing of the copy, and may read all of it for each page of leaves.
  await database.query('select analyze_liability_balances()')
  return taken
}

export interface OwedCoin {
  readonly coinId: number
  readonly customers: number
  readonly total: bigint
}

export const readOwed = (database: Queryable, number: number): Promise<OwedCoin[]> =>
  readRows(
    database,
    rowAs<OwedCoin>('customers'),
    `select coin_id as "coinId", count(*) as customers, sum(amount) as total from liability_balances where number = $1 group by 1`,
    [number],
  )

interface OfCoin {
  readonly number: number
  readonly coinId: number
}

export interface OwedBalance {
  readonly userId: number
  readonly holder: string
  readonly amount: bigint
}

/** Some balances of a coin after a user, in the order of the users. */
export const readOwedPage = (
  database: Queryable,
  { number, coinId, after, max }: OfCoin & { after: number; max: number },
): Promise<OwedBalance[]> =>
  readRows(
    database,
    rowAs<OwedBalance>('userId'),
    `select user_id as "userId", holder, amount from liability_balances
     where number = $1 and coin_id = $2 and user_id > $3 order by user_id limit $4`,
    [number, coinId, after, max],
  )

/** Changes nothing if another process has begun the statement anew meanwhile: a leaf of two secrets would lead to no root. */
export async function saveLeaves(
  database: Queryable,
  {
    number,
    coinId,
    secret,
    rows,
  }: OfCoin & { secret: Uint8Array; rows: readonly { readonly userId: number; readonly leaves: string }[] },
): Promise<void> {
  await database.query(
    `update liability_balances as kept set leaves = made.leaves
     from unnest($3::bigint[], $4::text[]) as made (user_id, leaves)
     where number = $1 and coin_id = $2 and kept.user_id = made.user_id
       and exists (select from liability_statements where number = $1 and secret = $5 and statement is null)`,
    [number, coinId, rows.map(({ userId }) => userId), rows.map(({ leaves }) => leaves), secret],
  )
}

/** Nodes side by side on one level of a tree. */
export interface KeptNodes {
  readonly coinId: number
  readonly level: number
  readonly place: number
  readonly nodes: Uint8Array
}

const NODES = {
  table: 'liability_nodes',
  columns: columnsOf({ number: 'bigint', coinId: 'smallint', level: 'smallint', place: 'bigint', nodes: 'bytea' }),
}

export const saveNodes = (database: Queryable, number: number, rows: readonly KeptNodes[]): Promise<void> =>
  insertRows(
    database,
    NODES,
    rows.map((row) => ({ number, ...row })),
  )

export const readNodes = (
  database: Queryable,
  number: number,
  asked: readonly Omit<KeptNodes, 'nodes'>[],
): Promise<KeptNodes[]> =>
  readRows(
    database,
    rowAs<KeptNodes>('place'),
    `select coin_id as "coinId", level, place, nodes from liability_nodes
     join unnest($2::smallint[], $3::smallint[], $4::bigint[]) as asked (coin_id, level, place) using (coin_id, level, place)
     where number = $1`,
    [number, asked.map(({ coinId }) => coinId), asked.map(({ level }) => level), asked.map(({ place }) => place)],
  )

export interface KeptStatement {
  readonly number: number
  /** JSON. */
  readonly statement: string
  readonly fingerprint: string
  readonly takenAt: Date
  /** JSON; absent where custody has not answered. */
  readonly reserves?: string
}

const STATEMENT = 'number, statement, fingerprint, taken_at as "takenAt", reserves'

/** @returns false if another process has begun the statement anew meanwhile, under a secret of its own */
export const publishStatement = (
  database: Queryable,
  { number, secret }: { number: number; secret: Uint8Array },
  { statement, fingerprint }: Pick<KeptStatement, 'statement' | 'fingerprint'>,
): Promise<boolean> =>
  hasRows(
    database,
    `update liability_statements set statement = $3, fingerprint = $4
     where number = $1 and secret = $2 and statement is null returning 1`,
    [number, secret, statement, fingerprint],
  )

export const saveReserves = (database: Queryable, number: number, reserves: string): Promise<void> =>
  updateRows(database, 'liability_statements', { number }, { reserves })

/** The newest published statements. */
export const readStatements = (database: Queryable, max: number): Promise<KeptStatement[]> =>
  readRows(
    database,
    rowAs<KeptStatement>('number'),
    `select ${STATEMENT} from liability_statements where statement is not null order by number desc limit $1`,
    [max],
  )

export const findStatement = (database: Queryable, number: number): Promise<KeptStatement | undefined> =>
  findRow(
    database,
    rowAs<KeptStatement>('number'),
    `select ${STATEMENT} from liability_statements where number = $1 and statement is not null`,
    [number],
  )

/** The sealed secret of a statement; absent once its proofs are gone. */
export const findSecret = (database: Queryable, number: number): Promise<{ secret?: Uint8Array } | undefined> =>
  findRow(
    database,
    rowAs<{ secret?: Uint8Array }>(),
    'select secret from liability_statements where number = $1 and statement is not null',
    [number],
  )

export interface OwnLeaves extends Omit<OwedBalance, 'userId'> {
  readonly coinId: number
  readonly leaves: string
}

/** The leaves of one customer in a statement of these coins. */
export const readOwnLeaves = (
  database: Queryable,
  { number, userId, coinIds }: { number: number; userId: number; coinIds: readonly number[] },
): Promise<OwnLeaves[]> =>
  readRows(
    database,
    rowAs<OwnLeaves>(),
    `select coin_id as "coinId", holder, amount, leaves from liability_balances
     where number = $1 and coin_id = any ($2::smallint[]) and user_id = $3 order by coin_id`,
    [number, coinIds, userId],
  )

/** Whether a user's account was opened after a time. */
export const isOpenedAfter = (database: Queryable, { userId, at }: { userId: number; at: string }): Promise<boolean> =>
  hasRows(database, 'select 1 from users where id = $1 and created_at > $2', [userId, at])

/** Rows per statement, few enough that no order waits for it. */
const ROWS_MAX = 1_000

/** Deletes in small steps what proofs of old statements are made of. The statements stay, and say that their proofs are gone. */
export async function forgetProofs(
  database: Queryable,
  { before, stopping }: { before: number; stopping: AbortSignal },
): Promise<void> {
  await database.query('update liability_statements set secret = null where number < $1 and secret is not null', [
    before,
  ])
  for (const table of ['liability_nodes', 'liability_balances']) {
    const step = `delete from ${table} where ctid = any (array(select ctid from ${table} where number < $1 limit ${ROWS_MAX})) returning 1`
    while (!stopping.aborted && (await hasRows(database, step, [before]))) {
      // Each step is a statement of its own, so that orders come between them.
    }
  }
}
