import { Rejected } from '#contract/rejected.ts'

/** The answer of an act that is done, or that another operator has to approve. */
export const idOrDone = (done: { readonly id: number | undefined } | Rejected) =>
  done instanceof Rejected ? done : { baseDTO: { id: done.id === undefined ? null : String(done.id) } }

/** The answer of what another operator has to approve. */
export const idOfProposed = (proposed: { readonly id: number } | Rejected) =>
  proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
