import type { EngineState } from '#server/engine/state.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import type { Life } from './life.ts'

/** One writer, from its start to its end. */
export interface Process {
  readonly life: Life
  readonly exchange: Exchange
  readonly lost: string[]
  readonly state: () => EngineState
  /** It was told to close. */
  isClosing: boolean
  /** Another one leads; this one learns that with its next commit. */
  isDeposed: boolean
}

/** It goes without knowing what became of its last statement, or can never know. */
export const isEnding = ({ isClosing, lost }: Process) => isClosing || lost.length > 0
