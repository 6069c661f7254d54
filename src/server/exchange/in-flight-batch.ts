import type { CommandQueue, QueuedCommand } from './command-queue.ts'
import type { CommitEvent } from './commit-event.ts'
import type { Reply } from './execute.ts'

/** A batch that was applied and is on its way to the database. */
export interface InFlightBatch {
  readonly commands: readonly QueuedCommand[]
  readonly replies: readonly Reply[]
  /** Its changes; absent if it changed nothing. */
  readonly event: CommitEvent | undefined
  /** Called for subscribers that joined while it was in flight. */
  readonly onCommitted: (() => void)[]
  /** Resolves to `false` if this writer may not write any more. */
  readonly written: Promise<boolean>
}

/** Queues the next parts of commands of which one part is committed. */
export function queueNextParts({ commands, replies }: InFlightBatch, queue: CommandQueue): void {
  commands.forEach((queued, i) => {
    const reply = replies[i]
    if (reply?.kind === 'unfinished') queue.addNext(queued, reply.next)
  })
}

/** Answers the senders. */
export function answer({ commands, replies }: InFlightBatch): void {
  commands.forEach(({ resolve }, i) => {
    const reply = replies[i]
    if (reply && reply.kind !== 'unfinished') resolve(reply)
  })
}
