import { type Rejected, rejected } from '#contract/rejected.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import { type AskedProof, deleteProof, lockProof } from '../store/accounts/sessions.ts'
import type { Transaction } from '../store/database.ts'
import type { SessionCaller } from './sessions.ts'

/** The lifetime of a proof of the second step. */
const FRESH_MS = 10 * 60_000

export const isFresh = (provenAt: Date, now: Date): boolean => now.getTime() - provenAt.getTime() <= FRESH_MS

/** Whether the user has given a proof for this in addition to the login. A code coaxed out of its user, or a browser left open, is not a second one. */
export const isProvenFor = (
  { provenAnewAt, provenFor }: Pick<SessionCaller, 'provenAnewAt' | 'provenFor'>,
  purpose: ProofPurpose | undefined,
  now: Date,
): boolean => provenAnewAt !== undefined && provenFor === purpose && isFresh(provenAnewAt, now)

type UsedProof = Omit<AskedProof, 'since'> & { readonly at: Date }

/**
 * Checks the proof that let a call in again, in the transaction of the call's action and after locking the user: if the session has ended
 * meanwhile, or its proof was used up, nothing happens. Refuses PROOF_REQUIRED.
 */
export async function checkProof(tx: Transaction, { at, ...asked }: UsedProof): Promise<Rejected | undefined> {
  const stands = await lockProof(tx, { ...asked, since: new Date(at.getTime() - FRESH_MS) })
  return stands ? undefined : rejected('PROOF_REQUIRED', { details: { purpose: asked.purpose } })
}

/** The same, and uses the proof up: a proof changes one thing that protects the account. */
export async function spendProof(tx: Transaction, used: UsedProof): Promise<Rejected | undefined> {
  const refused = await checkProof(tx, used)
  if (!refused) await deleteProof(tx, used.sessionId)
  return refused
}
