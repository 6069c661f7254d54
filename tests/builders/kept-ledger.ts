import type { Database } from '#server/store/database.ts'

const TABLES = [
  ...['orders', 'trades', 'referral_rewards', 'ledger_entries', 'balances', 'holds', 'withdrawals'],
  ...['toman_deposits', 'ledger_proofs', 'proven_balances', 'proven_orders', 'proven_fees'],
]

export const script = (database: Database, sql: string) => database.transaction((tx) => tx.script(sql))

/** Saves the present ledger. The returned function restores it after any change. */
export async function keepLedger(database: Database): Promise<() => Promise<void>> {
  await script(database, TABLES.map((table) => `create table kept_${table} as table ${table}`).join(';'))
  return () =>
    script(
      database,
      TABLES.map(
        (table) => `delete from ${table}; insert into ${table} overriding system value table kept_${table}`,
      ).join(';'),
    )
}
