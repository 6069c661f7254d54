import type { MobileNumber } from '#domain/mobile-number.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { deleteOperatorSessions } from '../../store/accounts/operator-sessions.ts'
import { countOperators, findOperatorSecrets, makeOperator } from '../../store/accounts/operators.ts'
import { createUser, findOwner } from '../../store/accounts/users.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { createHasher, HASH_COST } from '../password.ts'
import type { Sealer } from '../sealer.ts'
import { giveKeys, makeKeys, type OperatorKeys } from './operator-keys.ts'

export interface NewOperator {
  readonly mobile: MobileNumber
  readonly name: string
  readonly at: Date
}

export type AddedOperator =
  | ({ readonly kind: 'added' | 'renewed'; readonly operatorId: number } & OperatorKeys)
  /** The number has a customer's account. */
  | { readonly kind: 'number-taken' }
  /** There are enough operators to propose and approve the next in the console. */
  | { readonly kind: 'four-eyes' }

/** The account that acts where no person has signed in: the command line of the machine itself. */
const SYSTEM_NAME = 'operations'
/** One who proposes and one who approves. */
const BY_COMMAND_LINE_MAX = 2

/**
 * Adds an operator by the command line, or gives one that is there new keys: who acts is the machine's own account, and the event says so. From the third on,
 * operators are added by two others.
 */
export async function addOperator(
  { database, sealer }: { database: Database; sealer: Sealer },
  { mobile, name, at }: NewOperator,
): Promise<AddedOperator> {
  const keys = await makeKeys(createHasher(HASH_COST).hash)
  return database.transaction(async (tx) => {
    const actor = { operatorId: await systemUser(tx, at), ip: 'unknown', device: 'command line' }
    const known = await findOperatorSecrets(tx, mobile)
    if (known) {
      const given = await giveKeys(tx, { sealer, userId: known.id, name, keys })
      await deleteOperatorSessions(tx, { userId: known.id, at })
      await recordEvent(tx, { at, kind: 'OPERATOR_KEYS_RENEWED', userId: known.id, ...actor })
      return { kind: 'renewed', operatorId: known.id, ...given }
    }
    if ((await countOperators(tx)) >= BY_COMMAND_LINE_MAX) return { kind: 'four-eyes' }
    const userId = await createOperator(tx, { mobile, name, at })
    if (userId === undefined) return { kind: 'number-taken' }
    const given = await giveKeys(tx, { sealer, userId, name, keys })
    await recordEvent(tx, { at, kind: 'OPERATOR_ADDED', userId, ...actor, details: { name } })
    return { kind: 'added', operatorId: userId, ...given }
  })
}

const NO_CUSTOMER = {
  passwordHash: undefined,
  level: 'VIP_1',
  invitedBy: undefined,
  acceptedTermsAt: undefined,
} as const

/** An operator without keys. @returns `undefined` where the number has an account already */
export async function createOperator(tx: Transaction, { mobile, name, at }: NewOperator): Promise<number | undefined> {
  const userId = await createUser(tx, { owner: { mobile }, ...NO_CUSTOMER, at })
  if (userId !== undefined) await makeOperator(tx, { userId, name })
  return userId
}

/** The account in whose name the command line acts, made where it is missing. */
export async function systemUser(tx: Transaction, at: Date): Promise<number> {
  const owner = { systemName: SYSTEM_NAME }
  const known = await findOwner(tx, owner)
  const userId = known ?? (await createUser(tx, { owner, ...NO_CUSTOMER, at })) ?? (await findOwner(tx, owner))
  if (userId === undefined) throw new Error(`the account ${SYSTEM_NAME} was neither made nor found`)
  return userId
}
