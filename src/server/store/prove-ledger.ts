import type { Database, Transaction } from './database.ts'
import { checkLedgerSince, type LedgerReport } from './ledger-check.ts'
import { GENESIS, type LedgerPoint } from './ledger-checks.ts'

interface PointColumns {
  seq: bigint
  trade_id: bigint
  order_id: bigint
  at: string
}

/**
 * Proves what the ledger says since the last proof, and remembers how far it has come; the first time from the first posting.
 * All of it looks at one state, whoever writes meanwhile. Where something does not add up, the proof stays where it was.
 */
export function proveLedger(database: Database): Promise<LedgerReport> {
  return database.transaction(async (tx) => {
    // The lock comes before the first look, so that whoever waits for it sees the proof that he waited for.
    await tx.script('set transaction isolation level repeatable read; lock table ledger_proofs in exclusive mode')
    const report = await checkLedgerSince(tx, await lastPoint(tx))
    if (report.faults.length === 0) await remember(tx)
    return report
  })
}

async function lastPoint(tx: Transaction): Promise<LedgerPoint> {
  const [point] = await tx.query<PointColumns>('select seq, trade_id, order_id, at::text from ledger_proofs')
  return point ? { seq: point.seq, tradeId: point.trade_id, orderId: point.order_id, at: point.at } : GENESIS
}

async function remember(tx: Transaction): Promise<void> {
  await tx.query('delete from ledger_proofs')
  await tx.query(`insert into ledger_proofs select 1, (select coalesce(max(seq), 0) from ledger_entries),
    (select coalesce(max(id), 0) from trades), (select coalesce(max(id), 0) from orders), now()`)
  await tx.query(`insert into proven_balances
    select kept.* from balances as kept left join proven_balances as proven using (owner_id, coin_id)
      where (kept.available, kept.blocked) is distinct from (proven.available, proven.blocked)
    on conflict (owner_id, coin_id) do update set available = excluded.available, blocked = excluded.blocked`)
  await tx.query('delete from proven_orders')
  await tx.query(`insert into proven_orders
    select id, executed, executed_value from orders where status in ('IS_OPEN', 'PENDING') and executed > 0`)
}
