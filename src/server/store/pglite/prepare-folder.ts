import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes sure that `folder` contains an initialised database. The first time, a child process initialises one next to it, because that needs
 * hundreds of megabytes that the serving process would never release. The folder gets its name only once it is complete and on disk, so
 * that an interrupted first start leaves nothing incomplete.
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

/** Syncs a folder with all its files to disk. */
function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncEntry(join(entry.parentPath, entry.name))
  }
  syncEntry(folder)
}

/** Syncs one file, or the names within one folder, to disk. */
function syncEntry(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
