import { setTimeout as sleep } from 'node:timers/promises'
import { fromCount } from '#domain/counts.ts'
import type { Database, Transaction } from './database.ts'
import {
  COMPARISONS,
  type Comparison,
  type FaultRow,
  FORGET_SETTLED,
  type LedgerPoint,
  SLICE_CHECKS,
  SLICE_SUMS,
} from './ledger-checks.ts'

export interface ProofPace {
  /** Entries, trades, orders or compared rows per step, which is a separate transaction. */
  readonly rowsMax: number
  /** Rests after each step for as long as the step took. */
  readonly rests?: boolean
  /** Takes fewer rows after a step that took longer than this, and more again after much shorter ones; absent: always `rowsMax`. */
  readonly stepMsMax?: number
  /** Ends the proof between two steps. */
  readonly signal?: AbortSignal
}

interface PointColumns {
  seq: bigint
  trade_id: bigint
  order_id: bigint
}

/** The number of rows of the next step. */
class Stride {
  readonly #pace: ProofPace
  #rows: number

  /** The first step is short, since the speed of this machine is unknown. */
  constructor(pace: ProofPace) {
    this.#pace = pace
    this.#rows = pace.stepMsMax === undefined ? pace.rowsMax : Math.min(pace.rowsMax, ROWS_AT_FIRST)
  }

  get rows(): number {
    return this.#rows
  }

  note(ms: number): void {
    const { stepMsMax, rowsMax } = this.#pace
    if (stepMsMax === undefined) return
    if (ms > stepMsMax) this.#rows = Math.min(rowsMax, Math.max(ROWS_MIN, Math.floor(this.#rows / 2)))
    else if (ms < stepMsMax / 3) this.#rows = Math.min(rowsMax, this.#rows * 2)
  }
}

const ROWS_AT_FIRST = 200
const ROWS_MIN = 10

interface Pace extends ProofPace {
  readonly stride: Stride
}

/** Further faults of the same kind would add no information. */
const FAULTS_MAX = 100
const FIRST = -(2n ** 63n)
const LAST = 2n ** 63n - 1n

/**
 * Proves the ledger. This replaces foreign keys, which the tables of a batch lack because each would slow down every order: one writer
 * makes their rows, and the proof checks them against each other. It runs while the writer works, in slices from the end of the last proof,
 * and then compares everything that the writer changes in place with the proven sums. A stopped proof continues after its last slice.
 * @returns the faults as sentences, which a start finds in `ledgerFault`; none if everything is consistent or the proof was stopped
 */
export async function proveLedger(database: Database, asked: ProofPace): Promise<string[]> {
  const pace = { ...asked, stride: new Stride(asked) }
  const faults = await proveSlices(database, pace)
  for (const comparison of faults.length === 0 ? COMPARISONS : [])
    faults.push(...(await compare(database, comparison, pace)))
  if (faults.length > 0) await database.query('update ledger_proofs set fault = $1', [faults.slice(0, 3).join('; ')])
  else await step(database, pace, (tx) => tx.query(FORGET_SETTLED))
  return faults
}

/** The result of the last proof, unless a later check of the whole ledger has cleared it. */
export async function ledgerFault(database: Database): Promise<string | undefined> {
  const [proof] = await database.query<{ fault: string | null }>('select fault from ledger_proofs')
  return proof?.fault ?? undefined
}

/** Discards all earlier proofs. Rows are deleted, not truncated: a concurrent proof may be reading them. */
export function forgetProof(database: Database): Promise<void> {
  return database.transaction((tx) =>
    tx.script(`lock table ledger_proofs in exclusive mode;
      update ledger_proofs set seq = 0, trade_id = 0, order_id = 0, at = now(), fault = null;
      delete from proven_balances; delete from proven_orders; delete from proven_fees`),
  )
}

/** Proves up to the newest rows. @returns the faults of the first slice with any; the proof stays before it */
async function proveSlices(database: Database, pace: Pace): Promise<string[]> {
  for (let isBehind = true; isBehind && !pace.signal?.aborted; ) {
    const slice = await step(database, pace, (tx, point) => proveSlice(tx, point, pace.stride.rows))
    if (slice.faults.length > 0) return slice.faults
    isBehind = slice.isBehind
  }
  return []
}

async function proveSlice(
  tx: Transaction,
  from: LedgerPoint,
  rowsMax: number,
): Promise<{ faults: string[]; isBehind: boolean }> {
  const newest = await newestRows(tx)
  const to = await sliceEnd(tx, { from, newest, rowsMax })
  const isBehind = to.seq < newest.seq || to.tradeId < newest.tradeId || to.orderId < newest.orderId
  // The last slice has no upper bound: rows after the newest entry belong to no entry.
  const end = isBehind ? to : { seq: LAST, tradeId: LAST, orderId: LAST }
  const faults: string[] = []
  for (const { sql, values, fault } of SLICE_CHECKS)
    faults.push(...(await tx.query<FaultRow>(sql, values(from, end))).map(fault))
  if (faults.length > 0) return { faults, isBehind }
  for (const { sql, values } of SLICE_SUMS) await tx.query(sql, values(from, to))
  await tx.query('update ledger_proofs set seq = $1, trade_id = $2, order_id = $3, at = now()', [
    to.seq,
    to.tradeId,
    to.orderId,
  ])
  return { faults, isBehind }
}

async function newestRows(tx: Transaction): Promise<LedgerPoint> {
  return pointOf(
    await tx.query<PointColumns>(`select (select coalesce(max(seq), 0) from ledger_entries) as seq,
      (select coalesce(max(id), 0) from trades) as trade_id, (select coalesce(max(id), 0) from orders) as order_id`),
  )
}

/** An order comes before its trades: their sum begins with it, and it is forgotten once they are complete. */
async function sliceEnd(
  tx: Transaction,
  { from, newest, rowsMax }: { from: LedgerPoint; newest: LedgerPoint; rowsMax: number },
): Promise<LedgerPoint> {
  const least = (last: bigint, first: bigint) => (last - first > rowsMax ? first + fromCount(rowsMax) : last)
  const seq = least(newest.seq, from.seq)
  const orderId = least(newest.orderId, from.orderId)
  const tradeId = least(newest.tradeId, from.tradeId)
  if (orderId === newest.orderId) return { seq, tradeId, orderId }
  const [early] = await tx.query<{ id: bigint }>(
    `select id from trades where id > $1 and id <= $2 and greatest(taker_order_id, maker_order_id) > $3 order by id limit 1`,
    [from.tradeId, tradeId, orderId],
  )
  return { seq, tradeId: early ? early.id - 1n : tradeId, orderId }
}

/** Compares page by page, first proving the new rows, so that no page has many rows to read after the proven point. */
async function compare(database: Database, comparison: Comparison, pace: Pace): Promise<string[]> {
  const { table, key, sql, values, fault } = comparison
  const faults: string[] = []
  for (let after = FIRST; after < LAST && faults.length < FAULTS_MAX && !pace.signal?.aborted; ) {
    const [end] = await database.query<{ up_to: bigint | null }>(
      `select max(key) as up_to from (select ${key} as key from ${table} where ${key} > $1::bigint order by ${key} limit $2) as page`,
      [after, pace.stride.rows],
    )
    const upTo = end?.up_to ?? LAST
    faults.push(...(await proveSlices(database, pace)))
    const page = [after, upTo]
    const rows = await step(database, pace, (tx, point) => tx.query<FaultRow>(sql, [...page, ...values(point)]))
    faults.push(...rows.map(fault))
    after = upTo
  }
  return faults
}

/** One short transaction, in which no other proof moves the proven point. */
async function step<Result>(
  database: Database,
  { rests, signal, stride }: Pace,
  work: (tx: Transaction, point: LedgerPoint) => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  let ms = 0
  const result = await database.transaction(async (tx) => {
    // Excludes the wait for statements that were requested before.
    const begun = performance.now()
    await tx.script('lock table ledger_proofs in exclusive mode')
    const done = await work(
      tx,
      pointOf(await tx.query<PointColumns>('select seq, trade_id, order_id from ledger_proofs')),
    )
    ms = performance.now() - begun
    return done
  })
  stride.note(ms)
  if (rests) await sleep(performance.now() - began, undefined, { signal }).catch(() => undefined)
  return result
}

function pointOf([row]: readonly PointColumns[]): LedgerPoint {
  if (!row) throw new Error('the row of the proof is missing')
  return { seq: row.seq, tradeId: row.trade_id, orderId: row.order_id }
}

/** One coin of the ledger, in base units. The columns of owners sum to `sum`, which must be zero. */
export interface CoinTotals {
  readonly symbol: string
  readonly decimals: number
  readonly users: bigint
  readonly usersBlocked: bigint
  readonly fees: bigint
  readonly inventory: bigint
  /** The bounds of the inventory: the exchange's exposure by quick trades. */
  readonly inventoryMin: bigint
  readonly inventoryMax: bigint
  /** Network fees charged to customers. */
  readonly networkFees: bigint
  /** Deposits that belong to nobody known, and dust. */
  readonly suspense: bigint
  /** The accounts below zero: they mirror money outside, or lend it. */
  readonly sources: bigint
  readonly sum: bigint
}

/** An inconsistency, as a sentence. */
export interface LedgerReport {
  readonly totals: readonly CoinTotals[]
  readonly faults: readonly string[]
}

const TOTALS = `
  select symbol, decimals,
    coalesce(sum(available) filter (where owner_id > 0), 0) as users,
    coalesce(sum(blocked) filter (where owner_id > 0), 0) as "usersBlocked",
    coalesce(sum(available) filter (where owner_id = -1), 0) as fees,
    coalesce(sum(available) filter (where owner_id = -3), 0) as inventory, inventory_min as "inventoryMin",
    inventory_max as "inventoryMax",
    coalesce(sum(available) filter (where owner_id between -1199 and -1100), 0) as "networkFees",
    coalesce(sum(available) filter (where owner_id between -1299 and -1200), 0) as suspense,
    coalesce(sum(available) filter (where owner_id between -999 and -4), 0) as sources,
    coalesce(sum(available + blocked), 0) as sum
  from coins left join balances on coin_id = id group by id order by id`

/** The greatest number of history rows that one step reads. */
const ROWS_MAX = 100_000

/**
 * Proves every unit of the ledger from the first posting on, while others keep writing: coins sum to zero, balances equal their postings,
 * holds are explained. Earlier proofs are not used; the next start need not repeat this one.
 */
export async function checkLedger(database: Database): Promise<LedgerReport> {
  await forgetProof(database)
  const totals = await database.query<CoinTotals>(TOTALS)
  const sums = totals.filter(({ sum }) => sum !== 0n).map(({ symbol, sum }) => `${symbol}: all accounts sum to ${sum}`)
  return { totals, faults: [...sums, ...(await proveLedger(database, { rowsMax: ROWS_MAX }))] }
}
