import { randomBytes, randomInt } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { generateURI } from 'otplib'
import { Rejected } from '#contract/rejected.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { ADMINS_MIN, type OperatorRole, sortRoles } from '#domain/operator-rights.ts'
import { recordEvent, SERVER_ADDRESS } from '../../store/accounts/audit-log.ts'
import {
  countAdmins,
  findOperatorSecrets,
  lockOperators,
  makeOperator,
  saveOperatorKeys,
} from '../../store/accounts/operators.ts'
import { createUser, findOwner } from '../../store/accounts/users.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { createHasher, HASH_COST } from '../password-jobs.ts'
import type { Sealer } from '../sealer.ts'
import { totpContext } from '../second-step.ts'
import { endTrust } from '../trust.ts'
import { notifyOperators } from './notify-operators.ts'

export interface NewOperator {
  readonly mobile: MobileNumber
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly at: Date
}

export type AddedOperator =
  | ({ readonly kind: 'added' | 'renewed'; readonly operatorId: number } & OperatorKeys)
  /** The number has a customer's account. */
  | { readonly kind: 'number-taken' }
  /** Two others removed an operator of this number; the command line cannot let one in again. */
  | { readonly kind: 'removed' }
  /** An operator of this number was stopped; two others must let one in again. */
  | { readonly kind: 'stopped' }
  /** There are enough admins to propose and approve operators and roles in the console. */
  | { readonly kind: 'four-eyes' }

/** The account that acts when no person has signed in: the command line of the machine itself. */
const SYSTEM_NAME = 'operations'
/**
 * Adds an operator by the command line, or gives an existing one new keys. The machine's own account acts, as the event says; the operator and
 * every admin are notified. While two admins can sign in, operators are added and roles changed by two of them: new keys change no role.
 */
export async function addOperator(
  { database, sealer }: { database: Database; sealer: Sealer },
  { mobile, name, roles, at }: NewOperator,
): Promise<AddedOperator> {
  const keys = await makeKeys(createHasher(HASH_COST).hash)
  return database.transaction(async (tx) => {
    const actor = { operatorId: await systemUser(tx, at), ip: SERVER_ADDRESS, device: 'command line' }
    const known = await findOperatorSecrets(tx, mobile)
    if (known?.blocked) return { kind: known.removed ? 'removed' : 'stopped' }
    if (known) {
      const given = await giveKeys(tx, { sealer, userId: known.id, name, keys })
      await endTrust(tx, 'OPERATOR_STOPPED', { userId: known.id, at })
      const operators = await lockOperators(tx)
      await notifyOperators(tx, { kind: 'OPERATOR_KEYS_RENEWED', about: { id: known.id, name }, operators, at })
      const details = { by: 'MACHINE', name }
      await recordEvent(tx, { at, kind: 'OPERATOR_KEYS_RENEWED', userId: known.id, ...actor, details })
      return { kind: 'renewed', operatorId: known.id, ...given }
    }
    if ((await countAdmins(tx)) >= ADMINS_MIN) return { kind: 'four-eyes' }
    const userId = await createOperator(tx, { mobile, name, roles, at })
    if (userId === undefined) return { kind: 'number-taken' }
    const given = await giveKeys(tx, { sealer, userId, name, keys })
    const operators = await lockOperators(tx)
    await notifyOperators(tx, { kind: 'OPERATOR_KEYS_RENEWED', about: { id: userId, name }, operators, at })
    await recordEvent(tx, {
      at,
      kind: 'OPERATOR_ADDED',
      userId,
      ...actor,
      details: { by: 'MACHINE', name, roles: sortRoles(roles).join(', ') },
    })
    return { kind: 'added', operatorId: userId, ...given }
  })
}

const NO_CUSTOMER = {
  passwordHash: undefined,
  level: 'VIP_1',
  invitedBy: undefined,
  acceptedTermsAt: undefined,
} as const

/** Creates an operator without keys. @returns `undefined` if the number has an account already */
export async function createOperator(
  tx: Transaction,
  { mobile, name, roles, at }: NewOperator,
): Promise<number | undefined> {
  const userId = await createUser(tx, { owner: { mobile }, ...NO_CUSTOMER, at })
  if (userId !== undefined) await makeOperator(tx, { userId, name, roles })
  return userId
}

/** The command line's account, created if it does not exist. */
export async function systemUser(tx: Transaction, at: Date): Promise<number> {
  const owner = { systemName: SYSTEM_NAME }
  const known = await findOwner(tx, owner)
  const userId = known ?? (await createUser(tx, { owner, ...NO_CUSTOMER, at })) ?? (await findOwner(tx, owner))
  if (userId === undefined) throw new Error(`the account ${SYSTEM_NAME} was neither made nor found`)
  return userId
}

/** An operator's keys for signing in. Shown once, never stored in this form. */
export interface OperatorKeys {
  readonly password: string
  /** For the authenticator, as base32 and as the link that a QR code shows. */
  readonly secret: string
  readonly link: string
}

/** Keys that no operator has yet, with their stored form. */
export interface FreshKeys {
  readonly password: string
  readonly passwordHash: string
  readonly seed: Uint8Array
}

/** The length of its HMAC's output. */
const SEED_BYTES = 20

/** @param hash is slow: call this before a transaction */
export async function makeKeys<Hashed extends string | Rejected>(
  hash: (password: string) => Promise<Hashed>,
): Promise<FreshKeys | Exclude<Hashed, string>>
export async function makeKeys(hash: (password: string) => Promise<string | Rejected>): Promise<FreshKeys | Rejected> {
  const password = makePassword()
  const passwordHash = await hash(password)
  return passwordHash instanceof Rejected ? passwordHash : { password, passwordHash, seed: randomBytes(SEED_BYTES) }
}

/** Gives an operator these keys, replacing earlier ones. */
async function giveKeys(
  tx: Transaction,
  { sealer, userId, name, keys }: { sealer: Sealer; userId: number; name: string; keys: FreshKeys },
): Promise<OperatorKeys> {
  const { passwordHash, seed } = keys
  await saveOperatorKeys(tx, { userId, passwordHash, totpSecret: sealer.seal(seed, totpContext(userId)) })
  return shownKeys(name, keys)
}

/** Keys as their operator sees them, once. */
export function shownKeys(name: string, { password, seed }: FreshKeys): OperatorKeys {
  const secret = base32nopad.encode(seed)
  return { password, secret, link: generateURI({ issuer: 'Kimia operations', label: name, secret }) }
}

/** Without letters and digits that look alike. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz'
const PASSWORD_SIGNS = 20

/** Some 115 bits, in groups of five. */
function makePassword(): string {
  const signs = Array.from({ length: PASSWORD_SIGNS }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  return signs.replace(/.{5}(?=.)/g, '$&-')
}
