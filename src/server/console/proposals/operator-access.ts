import { type Rejected, rejected } from '#contract/rejected.ts'
import { notifyOperators } from '../../accounts/operators/notify-operators.ts'
import { makeHandoverCode } from '../../accounts/operators/set-up-operator.ts'
import { endTrust } from '../../accounts/trust.ts'
import { type ListedOperator, lockOperators, saveLetIn, saveWithoutKeys } from '../../store/accounts/operators.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { proposeSetting } from '../settings/propose-setting.ts'
import type { Approved } from './proposal.ts'

/** Two operators' decisions on the access of a third: to let a stopped one in, or to give new keys for lost ones or for those never set up. */
const ACCESS = {
  LET_OPERATOR_IN: { fits: ({ isFrozen }: ListedOperator) => isFrozen },
  RENEW_OPERATOR_KEYS: { fits: ({ isFrozen }: ListedOperator) => !isFrozen },
} as const

type AccessKind = keyof typeof ACCESS

/** Refuses OPERATOR_NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeAccess(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { operatorId, kind }: { operatorId: number; kind: AccessKind },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const operator = (await lockOperators(tx)).find(({ id }) => id === operatorId)
    if (!operator) return rejected('OPERATOR_NOT_FOUND')
    if (!ACCESS[kind].fits(operator)) return rejected('NOTHING_TO_CHANGE')
    const proposed = { kind, userId: operatorId, before: undefined, after: { name: operator.name } }
    return proposeSetting(tx, proposed, { act, at: now() })
  })
}

async function findFitting(tx: Transaction, { kind, userId }: Proposal & { readonly kind: AccessKind }) {
  const operators = await lockOperators(tx)
  const operator = operators.find(({ id }) => id === userId)
  if (!operator) return rejected('OPERATOR_NOT_FOUND')
  return ACCESS[kind].fits(operator) ? { operator, operators } : rejected('NOTHING_TO_CHANGE')
}

/** The operator signs in again with the present keys. */
export async function letProposedIn(tx: Transaction, proposal: Proposal): Promise<Approved | Rejected> {
  const found = await findFitting(tx, { ...proposal, kind: 'LET_OPERATOR_IN' })
  if (!('operator' in found)) return found
  const { id: userId, name } = found.operator
  await saveLetIn(tx, userId)
  return { userId, details: { name } }
}

/** The lost keys are void; within a day the operator sets up new ones by a code to the mobile. */
export async function renewProposedKeys(
  tx: Transaction,
  proposal: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const found = await findFitting(tx, { ...proposal, kind: 'RENEW_OPERATOR_KEYS' })
  if (!('operator' in found)) return found
  const { operator, operators } = found
  await saveWithoutKeys(tx, operator.id)
  await endTrust(tx, 'OPERATOR_STOPPED', { userId: operator.id, at })
  await notifyOperators(tx, { kind: 'OPERATOR_KEYS_RENEWED', about: operator, operators, at })
  const handoverCode = await makeHandoverCode(tx, { userId: operator.id, at })
  return { userId: operator.id, handoverCode, details: { name: operator.name } }
}
