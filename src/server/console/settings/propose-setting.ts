import { Rejected, rejected } from '#contract/rejected.ts'
import type { ProposalKind } from '#domain/operator-rights.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import { openProposal, type SettingPayload, type SettingText } from '../proposals/proposal.ts'

interface ProposedSetting {
  readonly kind: ProposalKind
  /** The market, level, coin or day: each has one open proposal of a kind at a time. */
  readonly subject?: string
  /** The person concerned, who also has one open proposal of a kind at a time. */
  readonly userId?: number
  /** Absent for a new thing. */
  readonly before: SettingText | undefined
  readonly after: SettingText
  /** The version that the form was opened with, for settings with versions. */
  readonly version?: number
}

/** Writes a checked change for another operator to approve. Refuses NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeSetting(
  tx: Transaction,
  { kind, subject, userId, before, after, version }: ProposedSetting,
  { act, at }: { act: Act; at: Date },
): Promise<{ readonly id: number } | Rejected> {
  const changes = changeDetails(before, after)
  if (Object.keys(changes).length === 0) return rejected('NOTHING_TO_CHANGE')
  const versioned = version === undefined ? {} : { version }
  const id = await openProposal(tx, {
    kind,
    userId,
    ...(subject === undefined ? {} : { subject }),
    payload: JSON.stringify({ before: before ?? null, after, ...versioned } satisfies SettingPayload),
    reason: act.reason,
    proposedBy: act.operatorId,
    at,
  })
  if (id instanceof Rejected) return id
  const details = { proposal: id, ...(subject === undefined ? {} : { subject }), ...changes }
  await recordAct(tx, act, { at, kind: `${kind}_PROPOSED`, userId, details })
  return { id }
}

type Text = Readonly<Record<string, string | number>>

/** The differences, for the log: `before.tick` and `tick`. A new setting has no value before. */
export function changeDetails(before: Text | undefined, after: Text): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const was = before?.[name]
      if (was === value) return []
      return was === undefined
        ? [[name, value]]
        : ([
            [`before.${name}`, was],
            [name, value],
          ] as const)
    }),
  )
}
