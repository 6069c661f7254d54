import { randomBytes, randomInt } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { generateURI } from 'otplib'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { makeOperator } from '../../store/accounts/operators.ts'
import { createUser, findOwner } from '../../store/accounts/users.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { createHasher, HASH_COST } from '../password.ts'
import type { Sealer } from '../sealer.ts'

export interface NewOperator {
  readonly mobile: MobileNumber
  readonly name: string
  readonly at: Date
}

/** What the new operator signs in with. Shown once, kept nowhere in this form. */
export interface OperatorKeys {
  readonly operatorId: number
  readonly password: string
  /** For the authenticator, as base32 and as the link that a QR code shows. */
  readonly secret: string
  readonly link: string
}

/** As long as what its HMAC puts out. */
const SEED_BYTES = 20

/** The account that acts where no person has signed in: the command line of the machine itself. */
const SYSTEM_NAME = 'operations'

/**
 * Adds an operator by the command line. Who acts is the machine's own account; the event says so.
 * @returns `undefined` where the number has an account already, a customer's or an operator's
 */
export async function addOperator(
  { database, sealer }: { database: Database; sealer: Sealer },
  { mobile, name, at }: NewOperator,
): Promise<OperatorKeys | undefined> {
  const password = makePassword()
  const seed = randomBytes(SEED_BYTES)
  const secret = base32nopad.encode(seed)
  const passwordHash = await createHasher(HASH_COST).hash(password)
  const operatorId = await database.transaction(async (tx) => {
    const system = await systemUser(tx, at)
    const userId = await createUser(tx, { owner: { mobile }, ...NO_CUSTOMER, at })
    if (userId === undefined) return undefined
    const totpSecret = sealer.seal(seed, `totp:${userId}`)
    await makeOperator(tx, { userId, name, passwordHash, totpSecret })
    const actor = { operatorId: system, ip: 'unknown', device: 'command line' }
    await recordEvent(tx, { at, kind: 'OPERATOR_ADDED', userId, ...actor, details: { name } })
    return userId
  })
  if (operatorId === undefined) return undefined
  return { operatorId, password, secret, link: generateURI({ issuer: 'Kimia operations', label: name, secret }) }
}

const NO_CUSTOMER = {
  passwordHash: undefined,
  level: 'VIP_1',
  invitedBy: undefined,
  acceptedTermsAt: undefined,
} as const

/** The account in whose name the command line acts, made where it is missing. */
export async function systemUser(tx: Transaction, at: Date): Promise<number> {
  const owner = { systemName: SYSTEM_NAME }
  const known = await findOwner(tx, owner)
  const userId = known ?? (await createUser(tx, { owner, ...NO_CUSTOMER, at })) ?? (await findOwner(tx, owner))
  if (userId === undefined) throw new Error(`the account ${SYSTEM_NAME} was neither made nor found`)
  return userId
}

/** Without letters and digits that are taken for one another. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz'
const PASSWORD_SIGNS = 20

/** Some 115 bits, in groups of five. */
function makePassword(): string {
  const signs = Array.from({ length: PASSWORD_SIGNS }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  return signs.replace(/.{5}(?=.)/g, '$&-')
}
