import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The name of an empty file in the data folder. */
const MARK = 'restoring'

/** Begins a restore: until it has ended the doors that were open at the back-up, no server starts with this data folder. */
export const beginRestore = (dataDir: string): void => writeFileSync(join(dataDir, MARK), '', { mode: 0o600 })

export const endRestore = (dataDir: string): void => rmSync(join(dataDir, MARK))

/** @throws Error with a sentence for the person who starts a server */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, MARK)))
    throw new Error(
      `A restore into ${dataDir} did not come to its end: begin it again, with an empty database and another DATA_DIR.`,
    )
}
