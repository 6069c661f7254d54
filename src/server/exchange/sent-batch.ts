import type { News } from './audience.ts'
import type { CommandQueue, Waiting } from './command-queue.ts'
import type { Reply } from './execute.ts'

/** A batch that was applied and is on its way to the database. */
export interface SentBatch {
  readonly batch: readonly Waiting[]
  readonly results: readonly Reply[]
  /** What is told when it is committed. */
  readonly news: News
  /** `false`: it was barred. */
  readonly written: Promise<boolean>
}

/** Commands of which a part was committed wait for the next part. */
export function queueNextParts({ batch, results }: SentBatch, queue: CommandQueue): void {
  batch.forEach((waiting, i) => {
    const result = results[i]
    if (result?.kind === 'unfinished') queue.addNext(waiting, result.next)
  })
}

/** Tells the senders what their commands came to. */
export function answer({ batch, results }: SentBatch): void {
  batch.forEach(({ resolve }, i) => {
    const result = results[i]
    if (result && result.kind !== 'unfinished') resolve(result)
  })
}
