import { randomBytes, randomInt } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { generateURI } from 'otplib'
import { Rejected } from '#contract/rejected.ts'
import { saveOperatorKeys } from '../../store/accounts/operators.ts'
import type { Transaction } from '../../store/database.ts'
import type { Sealer } from '../sealer.ts'
import { totpContext } from '../second-step.ts'

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
export async function giveKeys(
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
