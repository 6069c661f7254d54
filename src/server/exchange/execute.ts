import { apply } from '../engine/apply.ts'
import type { Command, Outcome, Result } from '../engine/commands.ts'
import type { Journal } from '../engine/journal.ts'
import type { EngineState } from '../engine/state.ts'

/** Asks what is remembered under a key. Changes nothing, and is answered after the commit of everything queued before it. */
export interface FindOutcome {
  readonly type: 'findOutcome'
  readonly userId: number
  readonly key: string
}

export interface FoundOutcome {
  readonly kind: 'found'
  /** Absent: nothing was committed under this key so far, or it is forgotten. */
  readonly outcome: Outcome | undefined
}

/** What the writer executes, one after the other, and what each comes to. */
export type Request = Command | FindOutcome
export type Reply = Result | FoundOutcome

export function execute(state: EngineState, request: Request, journal: Journal): Reply {
  if (request.type !== 'findOutcome') return apply(state, request, journal)
  return { kind: 'found', outcome: state.answers.find(request.userId, request.key)?.outcome }
}
