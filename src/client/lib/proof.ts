import type { ProofPurpose } from '#domain/proof-purpose.ts'

/**
 * Some calls need a fresh proof of the second step (`access: 'fresh'`, or `freshCode` of operators). One sheet of the app asks users for it, one of the
 * console asks operators: a call that was refused waits here for its outcome.
 */
let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Whose second step is asked for: a user's, or an operator's in the console. */
export type Prover = 'user' | 'operator'

/** What is to be proven; without a purpose, what a login would do for as well. */
export interface AskedProof {
  readonly of: Prover
  readonly purpose?: ProofPurpose | undefined
}

interface Asked extends AskedProof {
  readonly proven: Promise<boolean>
  readonly finish: (proven: boolean) => void
}

/**
 * Opens the sheet; calls that need a proof for the same at the same time share it. Resolves to whether the user has proven; false where nobody can
 * ask, or something else is being proven.
 */
export function requestProof({ of, purpose }: AskedProof): Promise<boolean> {
  if (listeners.size === 0 || (asked && (asked.of !== of || asked.purpose !== purpose))) return Promise.resolve(false)
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    asked = { of, purpose, proven: promise, finish: resolve }
    notify()
  }
  return asked.proven
}

/** What the open sheet asks a proof for; `undefined` for what a login would do for as well. */
export const askedPurpose = (): ProofPurpose | undefined => asked?.purpose

/** The sheet's answer: proven, or left. */
export function finishProof(proven: boolean): void {
  const ended = asked
  asked = undefined
  ended?.finish(proven)
  notify()
}

/** Whose proof is asked for now; `undefined` where none is. */
export const proofAsked = (): Prover | undefined => asked?.of

/** Followed by the one place that shows the sheet. Returns the function that stops it. */
export function followProof(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}
