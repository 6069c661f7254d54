import type * as z from 'zod/mini'
import { WithdrawalRules } from '#contract/operations-withdrawals.ts'
import { Rejected } from '#contract/rejected.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { type RulesOfWithdrawals, readRules, saveRules } from '../../store/console/withdrawals.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { invalid, proposeSetting, readSetting } from '../proposals/setting.ts'

type RulesText = z.output<typeof WithdrawalRules>

/** Refuses SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeRules(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  text: RulesText,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const rules = checkRules(text)
    if (rules instanceof Rejected) return rules
    const texts = { before: rulesText(await readRules(tx)), after: rulesText(rules) }
    return proposeSetting(tx, { kind: 'CHANGE_WITHDRAWAL_RULES', subject: 'withdrawals', ...texts }, { act, at: now() })
  })
}

/** The next withdrawals are judged by the new rules; those that wait keep the approvals that they need. */
export async function changeProposedRules(tx: Transaction, { payload }: Proposal): Promise<Approved | Rejected> {
  const { after, changes } = readSetting(payload, WithdrawalRules)
  const rules = checkRules(after)
  if (rules instanceof Rejected) return rules
  await saveRules(tx, rules)
  return { details: changes }
}

/** Two operators are asked from the same worth as one, or from a larger one. */
function checkRules(text: RulesText): RulesOfWithdrawals | Rejected {
  const allHourMax = parseDecimal(text.allHourMax, 0)
  if (allHourMax === undefined) return invalid('allHourMax')
  const oneOperatorFrom = parseDecimal(text.oneOperatorFrom, 0)
  if (oneOperatorFrom === undefined) return invalid('oneOperatorFrom')
  const twoOperatorsFrom = parseDecimal(text.twoOperatorsFrom, 0)
  if (twoOperatorsFrom === undefined || twoOperatorsFrom < oneOperatorFrom) return invalid('twoOperatorsFrom')
  return { allHourMax, oneOperatorFrom, twoOperatorsFrom, stopped: !text.withdrawalsOpen }
}

/** The rules as their form shows them. */
export const rulesText = ({
  allHourMax,
  oneOperatorFrom,
  twoOperatorsFrom,
  stopped,
}: RulesOfWithdrawals): RulesText => ({
  allHourMax: String(allHourMax),
  oneOperatorFrom: String(oneOperatorFrom),
  twoOperatorsFrom: String(twoOperatorsFrom),
  withdrawalsOpen: !stopped,
})
