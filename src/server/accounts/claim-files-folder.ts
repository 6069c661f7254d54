import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readInstallationId } from '../store/installation.ts'
import type { Accounts } from './accounts.ts'

/**
 * Ties the folder of uploaded files to its database by the id that both keep. A folder that holds pictures of another database is refused:
 * that database names none of them, and they would be swept away as leftovers.
 * @throws Error with a sentence for the operator
 */
export async function claimFilesFolder(
  { database, files }: Pick<Accounts, 'database' | 'files'>,
  filesDir: string,
): Promise<void> {
  const id = await readInstallationId(database)
  await mkdir(filesDir, { recursive: true, mode: 0o700 })
  const label = join(filesDir, 'installation')
  const claimed = readLabel(label)
  if (claimed === id) return
  const pictures = await files.list('kyc')
  if (claimed !== undefined && pictures.length > 0)
    throw new Error(
      `the folder ${filesDir} holds ${pictures.length} pictures of documents that belong to another database. ` +
        `Give this database a DATA_DIR of its own, or, if it is a copy of theirs, remove ${label}.`,
    )
  writeFileSync(label, `${id}\n`, { mode: 0o600 })
}

function readLabel(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
