import type { EngineState } from '#server/engine/state.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import type { Life } from './life.ts'

/** One writer, from its start to its end. */
export interface Process {
  readonly life: Life
  readonly exchange: Exchange
  readonly lost: string[]
  readonly state: () => EngineState
  /** True once it was told to close. */
  isClosing: boolean
  /** Another process leads; this one finds out with its next commit. */
  isDeposed: boolean
}

/** It ends without knowing the outcome of its last statement, or can never know it. */
export const isEnding = ({ isClosing, lost }: Process) => isClosing || lost.length > 0
