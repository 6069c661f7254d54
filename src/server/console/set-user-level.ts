import * as z from 'zod/mini'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { ACCOUNT_LEVELS, type AccountLevel, levelWindowStart } from '#domain/fee.ts'
import { lockAccountFacts, saveLevel } from '../store/accounts/console-users.ts'
import { adjustLevels } from '../store/accounts/levels.ts'
import type { Proposal } from '../store/accounts/proposals.ts'
import type { Transaction } from '../store/database.ts'
import type { Act } from './act.ts'
import type { ConsoleServices } from './console-services.ts'
import type { Approved } from './proposals/proposal.ts'
import { proposeSetting, readSetting } from './proposals/setting.ts'

type Level = Exclude<AccountLevel, 'SUPERVISOR'> | 'BY_VOLUME'

/**
 * Proposes a fixed level, or to let it follow the volume again: a level is worth fees. Refuses USER_NOT_FOUND, SUPERVISOR_BY_PROPOSAL,
 * NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export function proposeUserLevel(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { userId, level }: { userId: number; level: Level },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const present = await readPresent(tx, userId)
    if (present === undefined) return rejected('USER_NOT_FOUND')
    if (present === 'SUPERVISOR') return rejected('SUPERVISOR_BY_PROPOSAL')
    const levels = { before: { userLevel: present }, after: { userLevel: level } }
    return proposeSetting(tx, { kind: 'SET_LEVEL', userId, ...levels }, { act, at: now() })
  })
}

async function readPresent(tx: Transaction, userId: number): Promise<AccountLevel | 'BY_VOLUME' | undefined> {
  const facts = await lockAccountFacts(tx, userId)
  if (!facts) return undefined
  return facts.level === 'SUPERVISOR' || facts.levelSetByHand ? facts.level : 'BY_VOLUME'
}

/** The level applies to the next orders. */
export async function setProposedLevel(
  tx: Transaction,
  { userId, payload }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const facts = userId === undefined ? undefined : await lockAccountFacts(tx, userId)
  if (!facts) return rejected('USER_NOT_FOUND')
  if (facts.level === 'SUPERVISOR') return rejected('SUPERVISOR_BY_PROPOSAL')
  const { userLevel } = readSetting(payload, z.object({ userLevel: z.string() })).after
  const level = ACCOUNT_LEVELS.find((each) => each === userLevel)
  const byHand = level !== undefined
  if (byHand ? facts.level === level && facts.levelSetByHand : !facts.levelSetByHand)
    return rejected('NOTHING_TO_CHANGE')
  await saveLevel(tx, { userId: facts.id, level: level ?? facts.level, byHand })
  if (!byHand) await adjustLevels(tx, { userIds: [facts.id], since: levelWindowStart(at) })
  return { userId: facts.id, details: { before: facts.level, after: userLevel } }
}
