import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LAST_RELEASE, readMigrations } from '#server/store/migrate.ts'

/** Identifies a migrated, empty database: another migration, another last release, which each row names, or another release of the engine gives another key. */
export async function schemaKey(): Promise<string> {
  const migrations = await readMigrations(fileURLToPath(new URL('../../src/server/store/migrations/', import.meta.url)))
  const hash = createHash('sha256').update(LAST_RELEASE.migration)
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`)
  hash.update(await readFile('node_modules/@electric-sql/pglite/package.json'))
  return hash.digest('hex').slice(0, 16)
}
