/**
 * Some calls need a fresh proof of the second step (`access: 'fresh'`, or `freshCode` of operators). One sheet, mounted with the app, asks for it: a call
 * that was refused waits here for its outcome.
 */
let asked:
  | { readonly of: Prover; readonly proven: Promise<boolean>; readonly finish: (proven: boolean) => void }
  | undefined
const listeners = new Set<() => void>()

/** Whose second step is asked for: a user's, or an operator's in the console. */
export type Prover = 'user' | 'operator'

/** Opens the sheet; calls that need a proof at the same time share it. Resolves to whether the user has proven; false where nobody can ask. */
export function requestProof(of: Prover): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    asked = { of, proven: promise, finish: resolve }
    notify()
  }
  return asked.proven
}

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
