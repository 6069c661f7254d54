import { apply } from '../engine/apply.ts'
import type { Journal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'
import type { Batch } from '../store/write-batch.ts'
import type { CommandQueue, QueuedCommand } from './command-queue.ts'
import type { CommitEvent } from './commit-feed.ts'
import type { MeasuredCommit, Reply, Request } from './exchange.ts'

/** A batch ends once so many orders have changed; the remaining commands go into the next one. */
const CHANGED_ORDERS_MAX = 4_000

/** Executes requests one by one, all with the same time, and stops early if they have changed very many orders. */
export function executeAll(
  state: EngineState,
  { batch, at }: { readonly batch: readonly { readonly command: Request }[]; readonly at: number },
  journal: Journal,
): Reply[] {
  const replies: Reply[] = []
  for (const { command } of batch) {
    replies.push(execute(state, command, { at, journal }))
    if (journal.orders.size >= CHANGED_ORDERS_MAX) break
  }
  state.answers.trim()
  state.references.trim()
  return replies
}

function execute(state: EngineState, request: Request, { at, journal }: { at: number; journal: Journal }): Reply {
  if (request.type === 'findOutcome')
    return { kind: 'found', outcome: state.answers.find(request.userId, request.key, at)?.outcome }
  const result = apply(state, { ...request, at }, journal)
  return result.kind === 'refused' ? { ...result, at: state.now } : result
}

/** The rows that one batch writes for a journal. Entries whose postings cancelled out are not written: nothing moved. */
export function batchOf(journal: Journal): Batch {
  const postings = Map.groupBy(
    journal.postings.filter((posting) => posting.amount !== 0n),
    ({ seq }) => seq,
  )
  return {
    orders: [...journal.orders],
    trades: journal.trades,
    rewards: journal.rewards,
    withdrawals: journal.withdrawals,
    holds: [...journal.holds],
    entries: journal.entries.flatMap((entry) => {
      const own = postings.get(entry.seq)
      return own ? { ...entry, postings: own } : []
    }),
    balances: [...journal.wallets.keys()],
    outcomes: journal.answers,
  }
}

/** A batch without rows is still a commit if expired orders left the books: its event says so. */
export const isEmpty = ({ orders, leftPlaces, wallets, holds, answers }: Journal) =>
  orders.size + leftPlaces.length + wallets.size + holds.size + answers.length === 0

/** A batch that was applied and is on its way to the database. */
export interface InFlightBatch {
  readonly commands: readonly QueuedCommand[]
  readonly replies: readonly Reply[]
  /** Its changes; absent if it changed nothing. */
  readonly event: CommitEvent | undefined
  /** When its statement was sent, in the milliseconds of `performance.now()`. */
  readonly sentAt: number
  /** Called for subscribers that joined while it was in flight. */
  readonly onCommitted: (() => void)[]
  /** Resolves to `false` if this writer may not write any more. */
  readonly written: Promise<boolean>
}

/** A batch that could not be applied. */
export const failed = (commands: readonly QueuedCommand[], error: unknown): InFlightBatch => ({
  ...{ commands, replies: [], event: undefined, onCommitted: [], sentAt: performance.now() },
  written: Promise.reject(error),
})

export const measuresOf = ({ commands, sentAt }: InFlightBatch): MeasuredCommit => ({
  ...{ sentAt, commands: commands.length },
  traceparents: commands.flatMap(({ traceparent }) => traceparent ?? []),
})

/** Queues the next part of each command that is carried out in parts. */
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
