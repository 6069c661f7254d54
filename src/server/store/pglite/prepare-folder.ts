import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncEntry, syncFolder } from './sync-folder.ts'

/**
 * Makes sure that `folder` holds an initialised database. The first time a child process initialises one beside it,
 * because that needs hundreds of megabytes that the serving process would never give back; the folder appears under
 * its name only when it is complete and on disk, so that an interrupted first start leaves nothing half made.
 */
export async function prepareFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const child = fork(new URL('./initialise.ts', import.meta.url), [draft], { execArgv: [], stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the database folder ${folder} could not be initialised`)
  syncFolder(draft)
  renameSync(draft, folder)
  syncEntry(dirname(folder))
}
