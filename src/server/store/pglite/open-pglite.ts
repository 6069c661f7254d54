import { join } from 'node:path'
import type { Database, Pipeline } from '../database.ts'
import { encodeValue } from '../encode-value.ts'
import { Transactions } from '../transactions.ts'
import { EngineThread } from './engine-thread.ts'
import { lockFolder } from './lock-folder.ts'
import { prepareFolder } from './prepare-folder.ts'
import { TurnQueue } from './turn-queue.ts'

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
  // Only the writer uses pipelines, so orders wait for their statements.
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
    close: () => {
      closing ??= queue.run(() => thread.close()).finally(unlock)
      return closing
    },
  }
}
