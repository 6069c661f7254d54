import type { Database, Pipeline } from './database.ts'

interface Waiting<Row> {
  readonly key: string
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Keys per statement at most. */
const KEYS_MAX = 500

/**
 * Reads rows by key for callers that wait for them: sessions, and keys of programs. The reads have their own pipeline, which waits neither for
 * reports nor, in the built-in database, for anything but the writer. Keys requested during a read are combined into the next one: sessions of
 * many users that are read at the same moment take two statements. With a statement for each session, orders of the built-in database waited
 * up to 150 ms at half of its highest load.
 */
export function gatherReads<Row>(
  database: Pick<Database, 'pipeline'>,
  readRows: (pipeline: Pipeline, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (key: string) => Promise<Row | undefined> {
  const pipeline = database.pipeline()
  const read = (keys: readonly string[]) => readRows(pipeline, keys)
  const waiting: Waiting<Row>[] = []
  let isReading = false
  const readWaiting = async () => {
    if (isReading) return
    isReading = true
    while (waiting.length > 0) await readTogether(waiting.splice(0, KEYS_MAX), read)
    isReading = false
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      void readWaiting()
    })
}

async function readTogether<Row>(
  batch: readonly Waiting<Row>[],
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): Promise<void> {
  try {
    const rows = await read([...new Set(batch.map(({ key }) => key))])
    for (const { key, resolve } of batch) resolve(rows.get(key))
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
