import { type Rejected, rejected } from '#contract/rejected.ts'
import type { ProposalKind } from '#domain/operator-rights.ts'
import { insertProposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import { PROPOSAL_MS, type SettingPayload, type SettingText } from '../proposals/payloads.ts'

interface ProposedSetting {
  readonly kind: Extract<ProposalKind, 'CHANGE_MARKET' | 'CHANGE_LEVEL' | 'ADD_COIN' | 'ADD_MARKET'>
  /** The market, the level, the coin: of each one proposal of a kind at a time. */
  readonly subject: string
  /** Absent for what is new. */
  readonly before: SettingText | undefined
  readonly after: SettingText
}

/** Writes a checked change down for another operator to approve. Refuses NOTHING_TO_CHANGE, PROPOSAL_EXISTS. */
export async function proposeSetting(
  tx: Transaction,
  { kind, subject, before, after }: ProposedSetting,
  { act, at }: { act: Act; at: Date },
): Promise<{ readonly id: number } | Rejected> {
  const changed = Object.entries(after).filter(([name, value]) => before?.[name] !== value)
  if (changed.length === 0) return rejected('NOTHING_TO_CHANGE')
  const id = await insertProposal(tx, {
    kind,
    userId: undefined,
    subject,
    payload: JSON.stringify({ before: before ?? null, after } satisfies SettingPayload),
    reason: act.reason,
    proposedBy: act.operatorId,
    at,
    expiresAt: new Date(at.getTime() + PROPOSAL_MS),
  })
  if (id === undefined) return rejected('PROPOSAL_EXISTS')
  const details = { proposal: id, subject, ...Object.fromEntries(changed) }
  await recordAct(tx, act, { at, kind: `${kind}_PROPOSED`, details })
  return { id }
}
