import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database, Pipeline } from '../database.ts'
import { encodeValue } from '../pg-values.ts'
import { lockFolder } from '../private-folder.ts'
import { Transactions } from '../transactions.ts'
import { EngineThread, TurnQueue } from './engine-thread.ts'

/** PostgreSQL inside this process, in its own thread, with its data in a folder that nobody else may open. */
export async function openPglite({ dataDir }: { dataDir: string }): Promise<Database> {
  const unlock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'database')
    await prepareFolder(folder)
    return serve({ thread: await EngineThread.start(folder), unlock })
  } catch (error) {
    unlock()
    throw error
  }
}

function serve({ thread, unlock }: { thread: EngineThread; unlock: () => void }): Database {
  const queue = new TurnQueue()
  const transactions = new Transactions()
  let closing: Promise<void> | undefined
  const query: Database['query'] = async (sql, values = []) => {
    transactions.refuseInside()
    const encoded = values.map(encodeValue)
    return queue.run(() => thread.query(sql, encoded))
  }
  // Only the writer uses pipelines. Their statements go first, since orders wait for them.
  const pipeline: Pipeline = {
    query: async (sql, values = []) => {
      transactions.refuseInside()
      const encoded = values.map(encodeValue)
      return queue.runFirst(() => thread.query(sql, encoded))
    },
    close: () => queue.runFirst(async () => undefined),
  }
  return {
    engine: 'pglite',
    query,
    pipeline: () => pipeline,
    transaction: async (work) => {
      transactions.refuseInside()
      return queue.run(() => transactions.run(thread, work))
    },
    onAnnounced: (topic, listener) => transactions.onAnnounced(topic, listener),
    // It admits one process.
    announceToOthers: async () => undefined,
    copyTo: (folder) => queue.run(() => thread.copyTo(folder)),
    close: () => {
      closing ??= queue.run(() => thread.close()).finally(unlock)
      return closing
    },
  }
}

/**
 * Makes sure that `folder` contains an initialised database. The first time, a child process initialises one next to it, because that needs
 * hundreds of megabytes that the serving process would never release. The folder gets its name only once it is complete and on disk, so
 * that an interrupted first start leaves nothing incomplete.
 */
async function prepareFolder(folder: string): Promise<void> {
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
