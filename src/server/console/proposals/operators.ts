import * as z from 'zod/mini'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { ADMINS_MIN, OPERATOR_ROLES, type OperatorRole, sortRoles } from '#domain/operator-rights.ts'
import { countAgainst } from '../../accounts/limits.ts'
import { createOperator } from '../../accounts/operators/add-operator.ts'
import { notifyOperators } from '../../accounts/operators/notify-operators.ts'
import { makeHandoverCode } from '../../accounts/operators/set-up-operator.ts'
import { endTrust } from '../../accounts/trust.ts'
import {
  type ListedOperator,
  lockOperators,
  saveLetIn,
  saveOperatorRoles,
  saveRemoved,
  saveStopped,
  saveWithoutKeys,
} from '../../store/accounts/operators.ts'
import {
  isOperatorProposed,
  type Proposal,
  setProposalUser,
  withdrawProposalsOf,
} from '../../store/accounts/proposals.ts'
import { findOwner } from '../../store/accounts/users.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, propose } from './proposal.ts'
import { proposeSetting } from './setting.ts'

const Roles = z.array(z.enum(OPERATOR_ROLES))
const OperatorPayload = z.object({ mobile: z.string(), name: z.string(), roles: Roles })
const RolesPayload = z.object({ before: Roles, after: Roles })
type OperatorPayload = z.output<typeof OperatorPayload>
type RolesPayload = z.output<typeof RolesPayload>

export const readOperatorPayload = (text: string): OperatorPayload => OperatorPayload.parse(JSON.parse(text))
export const readRolesPayload = (text: string): RolesPayload => RolesPayload.parse(JSON.parse(text))

/** Proposes another operator. Refuses INVALID_MOBILE, NUMBER_HAS_ACCOUNT, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeOperator(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { mobileNumber, name, roles }: { mobileNumber: string; name: string; roles: readonly OperatorRole[] },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const mobile = parseMobileNumber(mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const at = now()
  return database.transaction(async (tx) => {
    if ((await findOwner(tx, { mobile })) !== undefined)
      return rejected('NUMBER_HAS_ACCOUNT', { field: 'mobileNumber' })
    if (await isOperatorProposed(tx, { mobile, at })) return rejected('PROPOSAL_EXISTS')
    const payload = JSON.stringify({ mobile, name, roles: sortRoles(roles) } satisfies OperatorPayload)
    const details = { name, roles: sortRoles(roles).join(', ') }
    const proposed = {
      kind: 'ADD_OPERATOR',
      userId: undefined,
      payload,
      loggedAs: 'OPERATOR_PROPOSED',
      details,
    } as const
    return propose(tx, proposed, { act, at })
  })
}

/** Creates the account; the new operator gets its keys by a code to the mobile and the one that the approval shows, so that nobody else has them. */
export async function addProposedOperator(
  tx: Transaction,
  { id, payload }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  const { mobile: text, name, roles } = readOperatorPayload(payload)
  const mobile = parseMobileNumber(text)
  const userId = mobile && (await createOperator(tx, { mobile, name, roles, at }))
  if (userId === undefined) return rejected('NUMBER_HAS_ACCOUNT')
  await setProposalUser(tx, { id, userId })
  return { userId, handoverCode: await makeHandoverCode(tx, { userId, at }), details: { roles: roles.join(', ') } }
}

/** Proposes other roles for an operator. Refuses OPERATOR_NOT_FOUND, NOTHING_TO_CHANGE, TWO_ADMINS_NEEDED, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeRoles(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { operatorId, roles }: { operatorId: number; roles: readonly OperatorRole[] },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const at = now()
  return database.transaction(async (tx) => {
    const operators = await lockOperators(tx)
    const before = operators.find(({ id }) => id === operatorId)
    if (!before) return rejected('OPERATOR_NOT_FOUND')
    const after = sortRoles(roles)
    if (after.join() === before.roles.join()) return rejected('NOTHING_TO_CHANGE')
    if (leavesTooFewAdmins(operators, { operatorId, roles })) return rejected('TWO_ADMINS_NEEDED', { field: 'roles' })
    const payload = JSON.stringify({ before: [...before.roles], after } satisfies RolesPayload)
    const details = { before: before.roles.join(', '), after: after.join(', ') }
    const logged = { loggedAs: 'OPERATOR_ROLES_PROPOSED', details }
    return propose(tx, { kind: 'CHANGE_ROLES', userId: operatorId, payload, ...logged }, { act, at })
  })
}

/** Whether a change would leave too few admins to propose and approve the next one: a stopped admin can do neither. */
export const leavesTooFewAdmins = (
  operators: readonly ListedOperator[],
  { operatorId, roles }: { operatorId: number; roles: readonly OperatorRole[] },
) => {
  const admins = operators.filter(
    (each) => !each.isFrozen && (each.id === operatorId ? roles : each.roles).includes('ADMIN'),
  )
  return (
    operators.some(({ id, roles: had }) => id === operatorId && had.includes('ADMIN')) && admins.length < ADMINS_MIN
  )
}

/** The roles apply from the operator's next call. */
export async function changeProposedRoles(
  tx: Transaction,
  { userId, payload }: Proposal,
): Promise<Approved | Rejected> {
  const operators = await lockOperators(tx)
  const operator = operators.find(({ id }) => id === userId)
  if (!operator) return rejected('OPERATOR_NOT_FOUND')
  const { after: roles } = readRolesPayload(payload)
  if (leavesTooFewAdmins(operators, { operatorId: operator.id, roles })) return rejected('TWO_ADMINS_NEEDED')
  await saveOperatorRoles(tx, { userId: operator.id, roles })
  return { userId: operator.id, details: { before: operator.roles.join(', '), after: roles.join(', ') } }
}

/** Proposes that an operator stops being one. Refuses OPERATOR_NOT_FOUND, TWO_ADMINS_NEEDED, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeRemoval(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { operatorId }: { operatorId: number },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const at = now()
  return database.transaction(async (tx) => {
    const operators = await lockOperators(tx)
    const operator = operators.find(({ id }) => id === operatorId)
    if (!operator) return rejected('OPERATOR_NOT_FOUND')
    if (leavesTooFewAdmins(operators, { operatorId, roles: [] })) return rejected('TWO_ADMINS_NEEDED')
    const { name } = operator
    const logged = { loggedAs: 'OPERATOR_REMOVAL_PROPOSED', details: { name } }
    const payload = JSON.stringify({ name })
    return propose(tx, { kind: 'REMOVE_OPERATOR', userId: operatorId, payload, ...logged }, { act, at })
  })
}

/** Ends the sessions, deletes the keys, and withdraws the operator's open proposals. */
export async function removeProposedOperator(
  tx: Transaction,
  { userId }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const operators = await lockOperators(tx)
  const operator = operators.find(({ id }) => id === userId)
  if (!operator) return rejected('OPERATOR_NOT_FOUND')
  if (leavesTooFewAdmins(operators, { operatorId: operator.id, roles: [] })) return rejected('TWO_ADMINS_NEEDED')
  await saveRemoved(tx, { userId: operator.id, at })
  await endTrust(tx, 'OPERATOR_STOPPED', { userId: operator.id, at })
  const withdrawn = await withdrawProposalsOf(tx, { operatorId: operator.id, at, reason: 'PROPOSER_REMOVED' })
  return { userId: operator.id, details: { name: operator.name, roles: operator.roles.join(', '), withdrawn } }
}

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

/** Per hour and operator: a thief with one operator's account must not be able to stop all the others. */
const STOPS_MAX = 3

/**
 * Stops an operator immediately: ends the sessions, blocks logins and withdraws the operator's proposals. An operator who
 * sees a theft must not wait for a second one; letting in again takes two. The last active admin cannot be stopped.
 * Refuses OPERATOR_NOT_FOUND, NOTHING_TO_CHANGE, TWO_ADMINS_NEEDED, TOO_MANY_REQUESTS.
 */
export function stopOperator(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  operatorId: number,
  act: Act,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const operators = await lockOperators(tx)
    const operator = operators.find(({ id }) => id === operatorId)
    if (!operator) return rejected('OPERATOR_NOT_FOUND')
    if (operator.isFrozen) return rejected('NOTHING_TO_CHANGE')
    const admins = operators.filter(({ isFrozen, roles }) => !isFrozen && roles.includes('ADMIN'))
    if (admins.length === 1 && admins[0] === operator) return rejected('TWO_ADMINS_NEEDED')
    const limit = { kind: 'operator-stop', subject: String(act.operatorId), max: STOPS_MAX, windowMs: HOUR_MS }
    const tooMany = await countAgainst(tx, { limit, at })
    if (tooMany) return tooMany
    await saveStopped(tx, { userId: operatorId, at })
    await endTrust(tx, 'OPERATOR_STOPPED', { userId: operatorId, at })
    const withdrawn = await withdrawProposalsOf(tx, { operatorId, at, reason: 'PROPOSER_STOPPED' })
    await notifyOperators(tx, { kind: 'OPERATOR_STOPPED', about: operator, operators, at })
    const details = { name: operator.name, roles: operator.roles.join(', '), withdrawn }
    await recordAct(tx, act, { at, kind: 'OPERATOR_STOPPED', userId: operatorId, details })
    return undefined
  })
}
