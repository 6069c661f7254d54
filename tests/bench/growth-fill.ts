import { readFile } from 'node:fs/promises'
import { Client } from 'pg'

/** The amount of history to write; L is ten times S. */
export interface GrowthSize {
  readonly users: number
  /** A group is five orders and three trades. */
  readonly groups: number
  readonly open: number
}

export const SIZES = {
  S: { users: 20_000, groups: 100_000, open: 2_000 },
  L: { users: 200_000, groups: 1_000_000, open: 20_000 },
} as const satisfies Record<string, GrowthSize>

/**
 * Writes a year of history into a migrated and seeded database. Users up to 1003 must exist; `botId` is the user
 * with the long history.
 */
export async function fillHistory(databaseUrl: string, size: GrowthSize & { readonly botId: number }): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`select
      (select coalesce(max(id), 0) + 1 from orders) as "order", (select coalesce(max(id), 0) + 1 from trades) as trade,
      (select coalesce(max(seq), 0) + 1 from ledger_entries) as entry`)
    const places = new Map<string, string>(
      Object.entries({ ...size, bot: size.botId, ...rows[0] }).map(([name, value]) => [name, String(value)]),
    )
    const text = await readFile(new URL('./growth-fill.sql', import.meta.url), 'utf8')
    const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => places.get(name) ?? `{${name}}`)
    for (const statement of filled.split(/;\n/)) if (statement.trim() !== '') await client.query(statement)
  } finally {
    await client.end()
  }
}
