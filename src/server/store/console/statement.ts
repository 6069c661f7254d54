import type { EntryKind } from '#domain/ledger.ts'
import type { Queryable } from '../database.ts'

/**
 * Entries per query. The ledger has no index by account, which would slow down every order, so a statement reads all entries of its time in
 * slices.
 */
export const SLICE = 5_000n

/** An account from one entry of the ledger up to another, which is excluded. */
export interface LedgerSpan {
  readonly ownerId: number
  readonly from: bigint
  readonly end: bigint
}

export interface CoinSum {
  readonly coinId: number
  readonly available: bigint
  readonly blocked: bigint
}

export interface Movement extends CoinSum {
  readonly seq: bigint
  readonly kind: EntryKind
  readonly reference: string
  readonly at: Date
  /** The other accounts of the entry with this coin. */
  readonly others: readonly bigint[]
}

/** The balance of an account and the first entry that it does not include, both as of one moment. */
export async function readStanding(
  database: Queryable,
  ownerId: number,
): Promise<{ readonly balances: readonly CoinSum[]; readonly end: bigint }> {
  const balances = await database.query<CoinSum & { newest: bigint }>(
    `select coin_id as "coinId", available, blocked, (select coalesce(max(seq), 0) from ledger_entries) as newest
      from balances where owner_id = $1 order by coin_id`,
    [ownerId],
  )
  return { balances, end: (balances[0]?.newest ?? -1n) + 1n }
}

/** Splits a span into queries that delay nothing. */
export function* slicesOf({ from, end }: Pick<LedgerSpan, 'from' | 'end'>): Generator<{ first: bigint; next: bigint }> {
  for (let first = from; first < end; first += SLICE) {
    const next = first + SLICE
    yield { first, next: next < end ? next : end }
  }
}

/** The changes of an account by the entries of a span, by coin. */
export async function readChange(database: Queryable, { ownerId, ...span }: LedgerSpan): Promise<CoinSum[]> {
  const sums = new Map<number, CoinSum>()
  for (const { first, next } of slicesOf(span)) {
    const rows = await database.query<CoinSum>(
      `select coin_id as "coinId", coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
        coalesce(sum(amount) filter (where bucket = 'blocked'), 0) as blocked
        from postings where seq >= $2 and seq < $3 and owner_id = $1 group by coin_id`,
      [ownerId, first, next],
    )
    for (const { coinId, available, blocked } of rows) {
      const sum = sums.get(coinId)
      sums.set(coinId, {
        coinId,
        available: (sum?.available ?? 0n) + available,
        blocked: (sum?.blocked ?? 0n) + blocked,
      })
    }
  }
  return [...sums.values()]
}

/** Every movement of an account in a span, oldest first. */
export async function* readMovements(
  database: Queryable,
  { ownerId, ...span }: LedgerSpan,
): AsyncGenerator<Movement, void> {
  for (const { first, next } of slicesOf(span)) {
    yield* await database.query<Movement>(
      `with own as (select distinct seq from postings where seq >= $2 and seq < $3 and owner_id = $1)
      select seq, kind, reference, at, coin_id as "coinId",
        coalesce(sum(amount) filter (where owner_id = $1 and bucket = 'available'), 0) as available,
        coalesce(sum(amount) filter (where owner_id = $1 and bucket = 'blocked'), 0) as blocked,
        coalesce(array_agg(distinct owner_id) filter (where owner_id <> $1), '{}') as others
        from own join ledger_entries using (seq) join postings using (seq)
        where ledger_entries.seq >= $2 and ledger_entries.seq < $3 and postings.seq >= $2 and postings.seq < $3
        group by seq, kind, reference, at, coin_id having bool_or(owner_id = $1) order by seq, coin_id`,
      [ownerId, first, next],
    )
  }
}
