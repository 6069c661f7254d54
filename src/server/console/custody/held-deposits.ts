import { type Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { endHeld, findHeld, releaseHeld } from '../../store/wallets/incoming-transfers.ts'
import { creditHeld } from '../../wallets/chains/scan-deposits.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, type Executing, propose } from '../proposals/proposal.ts'

/**
 * Proposes what becomes of a deposit that screening holds. Refuses NOTHING_TO_CHANGE if it is held no more, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export function proposeHeldDeposit(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { id, decision }: { readonly id: number; readonly decision: 'CREDIT' | 'KEEP' },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const held = await findHeld(tx, id)
    if (!held) return rejected('NOTHING_TO_CHANGE')
    const kind = decision === 'CREDIT' ? ('CREDIT_HELD_DEPOSIT' as const) : ('KEEP_HELD_DEPOSIT' as const)
    const proposed = { kind, userId: undefined, subject: String(id), payload: '{}' }
    const details = { deposit: String(id), heldFor: held.heldFor ?? '' }
    return propose(tx, { ...proposed, loggedAs: `${kind}_PROPOSED`, details }, { act, at: now() })
  })
}

export async function creditProposedDeposit(
  tx: Transaction,
  { subject }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  const id = readId(subject ?? '')
  return (await releaseHeld(tx, { id, at })) ? { details: { deposit: String(id) } } : rejected('NOTHING_TO_CHANGE')
}

export async function keepProposedDeposit(tx: Transaction, { subject }: Proposal): Promise<Approved | Rejected> {
  const id = readId(subject ?? '')
  const isKept = await endHeld(tx, { id, state: 'KEPT' })
  return isKept ? { details: { deposit: String(id) } } : rejected('NOTHING_TO_CHANGE')
}

export const creditReleased = (
  { accounts: { database, now }, catalogue, exchange }: Executing,
  { subject }: Pick<Proposal, 'subject'>,
): Promise<void> => creditHeld({ database, now, catalogue, exchange }, readId(subject ?? ''))
