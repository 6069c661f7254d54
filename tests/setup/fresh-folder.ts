import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/store/migrate.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { schemaKey } from './schema-key.ts'
import { scratch } from './scratch.ts'

const CACHE = join('node_modules', '.cache', 'test-databases')

/** Where a database can be opened, and how to remove it when it is closed. */
export interface FreshDatabase {
  readonly settings: DatabaseSettings
  readonly remove: () => Promise<void>
}

/** `real` is for tests that kill what writes, or cut the power. */
export type Disk = 'memory' | 'real'

/** A data folder of the built-in engine, migrated: a copy of one that is made once per set of migrations. */
export async function freshFolder(disk: Disk = 'memory'): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(disk === 'real' ? tmpdir() : scratch(), 'kimia-data-'))
  // A folder of many small files is copied faster in one call than in one promise a file.
  cpSync(await template(), dataDir, { recursive: true })
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
