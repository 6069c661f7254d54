import { join } from 'node:path'
import type { Database } from '../database.ts'
import { encodeValue } from '../encode-value.ts'
import { SerialQueue } from '../serial-queue.ts'
import { Transactions } from '../transactions.ts'
import { EngineThread } from './engine-thread.ts'
import { lockFolder } from './lock-folder.ts'
import { prepareFolder } from './prepare-folder.ts'

/** PostgreSQL inside this process, in a thread of its own, with its data in a folder that nobody else may open. */
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
  const queue = new SerialQueue()
  const transactions = new Transactions()
  let closing: Promise<void> | undefined
  const query: Database['query'] = async (sql, values = []) => {
    transactions.refuseInside()
    const encoded = values.map(encodeValue)
    return queue.run(() => thread.query(sql, encoded))
  }
  return {
    engine: 'pglite',
    query,
    // Everything is asked of one connection, in order.
    pipeline: () => ({ query, close: () => queue.run(async () => undefined) }),
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
