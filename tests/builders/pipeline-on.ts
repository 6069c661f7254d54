import type { Pipeline, Queryable } from '#server/store/database.ts'
import { SerialQueue } from '#server/store/serial-queue.ts'

/** A pipeline whose statements are answered by `query`, one after another. */
export function pipelineOn(query: Queryable['query']): Pipeline {
  const queue = new SerialQueue()
  return {
    query: (sql, values) => queue.run(() => query(sql, values)),
    close: () => queue.run(async () => undefined),
  }
}
