import { randomInt } from 'node:crypto'
import { toCount } from '#domain/counts.ts'
import type { AccountLevel } from '#domain/fee.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Invitation } from '#domain/referral-code.ts'
import type { Database, Queryable, Transaction } from '../database.ts'
import { findNumber, findRow, type Row, readNumbers, rowAs } from '../rows.ts'
import { setVerification } from './identities.ts'
import type { TwoStep } from './one-time-codes.ts'

/** The data for deciding on a user's login. */
export interface UserSecrets {
  readonly id: number
  /** `undefined` for users without a password login. */
  readonly passwordHash: string | undefined
  readonly blocked: boolean
  readonly twoStep: TwoStep
  /** Proven; the address for codes by e-mail. */
  readonly email: string | undefined
  /** The user's own phrase, which appears in our messages. */
  readonly phrase: string | undefined
  /** Grows whenever sign-ins in progress are ended. */
  readonly trustVersion: number
}

const SECRETS = `id, password_hash as "passwordHash", blocked_at is not null as blocked, two_step as "twoStep", email,
  anti_phishing_phrase as phrase, trust_version as "trustVersion"`
const secretsOf = rowAs<UserSecrets>('id', 'trustVersion')

/** For customers: an operator signs in to the console alone. */
export const findSecrets = (database: Queryable, mobile: MobileNumber): Promise<UserSecrets | undefined> =>
  findRow(database, secretsOf, `select ${SECRETS} from users where mobile = $1 and role = 'CUSTOMER'`, [mobile])

/** The same for a user identified otherwise; the number is part of the result. */
export async function findSecretsOf(
  database: Queryable,
  userId: number,
): Promise<{ readonly mobile: MobileNumber; readonly secrets: UserSecrets } | undefined> {
  const [row] = await database.query<Row>(`select ${SECRETS}, mobile from users where id = $1 and role = 'CUSTOMER'`, [
    userId,
  ])
  if (!row) return undefined
  const { mobile: text, ...secrets } = row
  const mobile = parseMobileNumber(typeof text === 'string' ? text : '')
  return mobile && { mobile, secrets: secretsOf(secrets) }
}

/** The phrase that the user wants to see in our messages. */
export async function readPhrase(database: Queryable, userId: number): Promise<string | undefined> {
  const [row] = await database.query<{ anti_phishing_phrase: string | null }>(
    'select anti_phishing_phrase from users where id = $1',
    [userId],
  )
  return row?.anti_phishing_phrase ?? undefined
}

/**
 * Whether the user is frozen, and the trust version, locked until the transaction ends, so that a freeze comes either before or after a
 * login.
 */
export async function lockStanding(
  tx: Transaction,
  userId: number,
): Promise<{ readonly blocked: boolean; readonly trustVersion: number; readonly twoStep: TwoStep }> {
  const [row] = await tx.query<{ blocked: boolean; trust_version: bigint; two_step: TwoStep }>(
    'select blocked_at is not null as blocked, trust_version, two_step from users where id = $1 for update',
    [userId],
  )
  if (!row) throw new Error(`there is no user ${userId}`)
  return { blocked: row.blocked, trustVersion: toCount(row.trust_version), twoStep: row.two_step }
}

export async function findInviter(database: Queryable, referralCode: string): Promise<Invitation | undefined> {
  const [row] = await database.query<{ id: bigint; code: string | null }>(
    `select id, null::text as code from users where referral_code = $1
      union all select user_id, code from referral_codes where code = $1`,
    [referralCode],
  )
  return row && { inviterId: toCount(row.id), code: row.code ?? undefined }
}

export interface NewUser {
  readonly owner: { readonly mobile: MobileNumber } | { readonly systemName: string }
  readonly passwordHash: string | undefined
  readonly level: AccountLevel
  readonly referralCode: string
  readonly invitedBy: Invitation | undefined
  readonly acceptedTermsAt: Date | undefined
  readonly at: Date
}

/** @returns the new user's id, or `undefined` if the number, the system account's name or the referral code is in use */
async function insertUser(database: Queryable, user: NewUser): Promise<number | undefined> {
  const { owner } = user
  return findNumber(
    database,
    `insert into users (mobile, system_name, password_hash, level, referral_code, invited_by, accepted_terms_at, created_at,
        invited_with, friend_share_ppm)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (select nullif(friend_share_ppm, 0) from referral_codes where code = $9))
      on conflict do nothing returning id`,
    [
      ...['mobile' in owner ? owner.mobile : null, 'systemName' in owner ? owner.systemName : null],
      ...[user.passwordHash, user.level, user.referralCode, user.invitedBy?.inviterId],
      ...[user.acceptedTermsAt, user.at, user.invitedBy?.code],
    ],
  )
}

export const findOwner = (database: Queryable, owner: NewUser['owner']): Promise<number | undefined> =>
  findNumber(database, 'select id from users where mobile = $1 or system_name = $2', [
    'mobile' in owner ? owner.mobile : null,
    'systemName' in owner ? owner.systemName : null,
  ])

/** The operator's own accounts, some of which trade. */
export const readOperatorAccountIds = (database: Queryable): Promise<number[]> =>
  readNumbers(database, 'select id from users where system_name is not null')

/** Without 0, 1, I, L and O, which are easily confused. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Letters and digits for codes that people read out or write down. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

const LETTERS_COUNT = 8

/** Two users get the same code by chance once in a hundred thousand million, so this many collisions in a row mean a fault. */
const TRIES_MAX = 5

/**
 * Adds a user with a new referral code, inside a transaction or alone. @returns the new id, or `undefined` if the mobile number or the
 * system account's name has an account already
 */
export async function createUser(
  database: Queryable,
  user: Omit<NewUser, 'referralCode'>,
): Promise<number | undefined> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const id = await insertUser(database, { ...user, referralCode: randomLetters(LETTERS_COUNT) })
    if (id !== undefined) return id
    if ((await findOwner(database, user.owner)) !== undefined) return undefined
  }
  throw new Error('no free referral code was found')
}

/**
 * Creates the account of a market maker: level SUPERVISOR, authorized, without a password or a mobile number, so that nobody can sign in to
 * it. A second call with the same name returns the same account. @param systemName our own name for it: "market-maker" @returns the user's
 * id, which is the owner's id in the ledger
 */
export async function createSupervisor(
  database: Database,
  { systemName, at }: { systemName: string; at: Date },
): Promise<number> {
  const owner = { systemName }
  return database.transaction(async (tx) => {
    const known = await findOwner(tx, owner)
    if (known !== undefined) return known
    const nobody = { passwordHash: undefined, invitedBy: undefined, acceptedTermsAt: undefined }
    const created = await createUser(tx, { owner, level: 'SUPERVISOR', ...nobody, at })
    const userId = created ?? (await findOwner(tx, owner))
    if (userId === undefined) throw new Error(`the account ${systemName} was neither made nor found`)
    await setVerification(tx, { userId, verification: 'AUTHORIZED' })
    return userId
  })
}
