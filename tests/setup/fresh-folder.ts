import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/store/migrate.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { schemaKey } from './schema-key.ts'

const CACHE = join('node_modules', '.cache', 'test-databases')

/** Where a database can be opened, and how to remove it when it is closed. */
export interface FreshDatabase {
  readonly settings: DatabaseSettings
  readonly remove: () => Promise<void>
}

/** A data folder of the built-in engine, migrated: a copy of one that is made once per set of migrations. */
export async function freshFolder(): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kimia-data-'))
  await cp(await template(), dataDir, { recursive: true })
  return { settings: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Made under another name and moved into place, so that an interrupted or a parallel run never leaves half of one. */
async function template(): Promise<string> {
  const folder = join(CACHE, await schemaKey())
  if (existsSync(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const draft = await mkdtemp(join(CACHE, 'draft-'))
  const database = await openDatabase({ dataDir: draft })
  await migrate(database)
  await database.close()
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}
