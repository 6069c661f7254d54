import type { ProofPurpose } from '#domain/proof-purpose.ts'

/**
 * Some calls need a recent proof of the second step (`access: 'fresh'`, or `freshCode` of operators). One sheet of the app asks users for it, one of
 * the console asks operators; a refused call waits here for the outcome.
 */
let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Whose second step is requested: a user's, or an operator's in the console. */
export type Prover = 'user' | 'operator'

/** The proof that is requested. Without a purpose, a login would do as well. */
export interface AskedProof {
  readonly of: Prover
  readonly purpose?: ProofPurpose | undefined
}

interface Asked extends AskedProof {
  readonly proven: Promise<boolean>
  readonly finish: (proven: boolean) => void
}

/**
 * Opens the sheet; simultaneous calls that need the same proof share it. Resolves to whether the proof was given; false if no sheet is mounted or
 * another proof is being requested.
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

/** The purpose of the open sheet's proof; `undefined` if a login would do as well. */
export const askedPurpose = (): ProofPurpose | undefined => asked?.purpose

/** Called by the sheet, with the proof given or cancelled. */
export function finishProof(proven: boolean): void {
  const ended = asked
  asked = undefined
  ended?.finish(proven)
  notify()
}

/** The prover of the present request; `undefined` without a request. */
export const proofAsked = (): Prover | undefined => asked?.of

/** Used by the one component that shows the sheet. Returns the function that stops it. */
export function followProof(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}
