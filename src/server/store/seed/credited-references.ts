import type { Queryable } from '../database.ts'

/** The references among these that the ledger has already credited. */
export async function creditedReferences(
  database: Queryable,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ reference: string }>(
    `select reference from ledger_entries where kind = 'credit' and reference = any($1::text[])`,
    [references],
  )
  return new Set(rows.map(({ reference }) => reference))
}
