import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database.ts'
import { noteBackUp, readLastBackUp, writeManifest } from './manifest.ts'

/** Copies that are kept; older ones are deleted. */
const KEPT = 8
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export interface ScheduledCopies {
  readonly dataDir: string
  /** The folder of the copies, each in a folder that is named by its time. */
  readonly backUpDir: string
  readonly everyMs: number
}

/**
 * Copies the built-in database at a commit, and then the sealed files, if a copy is due: orders wait while the files of the database are copied.
 * The folder is the same as that of `npm run backup`. @returns the folder; `undefined` if none is due
 */
export async function copyWhileServing(
  database: Pick<Database, 'copyTo'>,
  { dataDir, backUpDir, everyMs }: ScheduledCopies,
  at: Date,
): Promise<string | undefined> {
  const last = await readLastBackUp(dataDir)
  if (!database.copyTo || (last && at.getTime() - last.getTime() < everyMs)) return undefined
  const folder = join(backUpDir, `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await database.copyTo(join(folder, 'database'))
  // After the database: each file is written before its row, and stays in the bin for thirty days after it.
  const files = join(dataDir, 'files')
  const half = join(files, 'half')
  if (existsSync(files)) await cp(files, join(folder, 'files'), { recursive: true, filter: (path) => path !== half })
  await writeManifest(folder, { engine: 'pglite', at: at.toISOString() })
  await noteBackUp(dataDir, at)
  const names = (await readdir(backUpDir)).filter((name) => NAME.test(name)).sort()
  for (const name of names.slice(0, -KEPT)) await rm(join(backUpDir, name), { recursive: true, force: true })
  return folder
}
