import { apply } from '../engine/apply.ts'
import type { Outcome, RefusedOutcome, Result, SentCommand } from '../engine/commands.ts'
import type { Journal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'

/** Looks up the outcome of a key. It changes nothing, and is answered after the commit of everything queued before it. */
export interface FindOutcome {
  readonly type: 'findOutcome'
  readonly userId: number
  readonly key: string
}

export interface FoundOutcome {
  readonly kind: 'found'
  /** Absent if nothing has been committed under this key, or its outcome was deleted. */
  readonly outcome: Outcome | undefined
}

/** A refusal, and when it was decided, in milliseconds since 1970. */
export type DatedRefusal = RefusedOutcome & { readonly at: number }

/** The requests that the writer executes one by one, and their results; `unfinished` is for the writer alone. */
export type Request = SentCommand | FindOutcome
export type Reply = Exclude<Result, RefusedOutcome> | DatedRefusal | FoundOutcome

/** Ends the batch once so many orders have changed; the remaining commands go into the next one. */
const CHANGED_ORDERS_MAX = 4_000

/** Executes requests one by one at one time, and stops early if they have changed very many orders. */
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
  return replies
}

function execute(state: EngineState, request: Request, { at, journal }: { at: number; journal: Journal }): Reply {
  if (request.type === 'findOutcome')
    return { kind: 'found', outcome: state.answers.find(request.userId, request.key, at)?.outcome }
  const result = apply(state, { ...request, at }, journal)
  return result.kind === 'refused' ? { ...result, at: state.now } : result
}
