import type { Queryable, Transaction } from '../database.ts'
import { findRow, hasRows, rowAs } from '../rows.ts'

/** A restore whose figures no two operators have compared yet. */
export interface OpenRestore {
  readonly id: number
  readonly restoredAt: Date
  /** The moment whose state was brought back. */
  readonly stateAt: Date
  readonly source: string
}

/** The condition, for statements that ask for more. */
export const IS_UNCOMPARED = 'exists (select 1 from restores where compared_at is null)'

/** The newest restore, if it is not compared; `undefined` in a database that nothing was restored into, too. */
export const findOpenRestore = (database: Queryable): Promise<OpenRestore | undefined> =>
  findRow(
    database,
    rowAs<OpenRestore>('id'),
    `select id, restored_at as "restoredAt", state_at as "stateAt", source from restores
      where compared_at is null order by id desc limit 1`,
  )

/** @returns whether the restore was open until now; with it, those before it are compared, too */
export const closeRestore = (tx: Transaction, { id, at }: { id: number; at: Date }): Promise<boolean> =>
  hasRows(
    tx,
    `update restores set compared_at = $2 where compared_at is null
      and (select max(id) from restores where compared_at is null) = $1 returning id`,
    [id, at],
  )

/** Numbers that are left free after a restore: more than any exchange hands out between two back-ups. */
const NUMBERS_LEFT_FREE = 1_000_000
/** The seconds since 1970: a second restore of the same state begins beyond what was handed out after the first one, which is less than one a second. */
const SECONDS = 'extract(epoch from clock_timestamp())::bigint'
const beyond = (newest: string) => `greatest(${newest} + ${NUMBERS_LEFT_FREE}, ${SECONDS})`
/** Custody counts the coins on each address below the newest, so fewer of these. */
const ADDRESSES_LEFT_FREE = 10_000

/**
 * Closes the gate that only two operators open. Custody, gateways and banks remember payments by their numbers, also those that the restored
 * tables have never seen: no number is handed out twice, or a new payment would be taken for an old one. Nor is an address, to which the
 * customer who had it may still pay.
 */
export async function recordRestore(
  tx: Transaction,
  { at, stateAt, source }: { at: Date; stateAt: string; source: string },
): Promise<void> {
  await tx.query(
    `insert into restores (restored_at, state_at, source, withdrawals_after, addresses_after)
      select $1, $2, $3, ${beyond('(select coalesce(max(id), 0) from withdrawals)')},
        (select coalesce(max(index), 0) from deposit_indices) + ${ADDRESSES_LEFT_FREE}`,
    [at, new Date(stateAt), source],
  )
  await tx.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, ${beyond('coalesce(last_value, 0)')})
      from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype`,
  )
}
