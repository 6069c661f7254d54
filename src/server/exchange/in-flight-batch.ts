import type { CommandQueue, QueuedCommand } from './command-queue.ts'
import type { CommitEvent } from './commit-event.ts'
import type { Reply } from './execute.ts'

/** A batch that was applied and is on its way to the database. */
export interface InFlightBatch {
  readonly commands: readonly QueuedCommand[]
  readonly replies: readonly Reply[]
  /** What it changed; absent where it changed nothing. */
  readonly event: CommitEvent | undefined
  /** For subscribers that came while it was in flight. */
  readonly onCommitted: (() => void)[]
  /** `false`: it was barred. */
  readonly written: Promise<boolean>
}

/** Commands of which a part was committed wait for the next part. */
export function queueNextParts({ commands, replies }: InFlightBatch, queue: CommandQueue): void {
  commands.forEach((queued, i) => {
    const reply = replies[i]
    if (reply?.kind === 'unfinished') queue.addNext(queued, reply.next)
  })
}

/** Gives the senders their answers. */
export function answer({ commands, replies }: InFlightBatch): void {
  commands.forEach(({ resolve }, i) => {
    const reply = replies[i]
    if (reply && reply.kind !== 'unfinished') resolve(reply)
  })
}
