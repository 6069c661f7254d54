import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { fromCount } from '#domain/counts.ts'
import { GOLD_DELIVERY } from '#domain/delivery.ts'
import type { Destination } from '#domain/ledger.ts'
import type { Language } from '#domain/market-state.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { BANK_TRANSFER } from '#domain/outgoing-transfer.ts'
import { SAVED_ADDRESS_WAIT_MS } from '#domain/saved-address.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { WithdrawalLimits, Withdrawer } from '#domain/withdrawal.ts'
import { IS_UNCOMPARED } from '../back-up/restores.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findNumber, hasRows, insertRow, type Row, readNumbers, rowAs, saveRow, updateRows } from '../rows.ts'
import type { TwoStep } from './one-time-codes.ts'

/** The protection of an account, and the targets of its codes. */
export interface Protection {
  readonly mobile: MobileNumber | undefined
  /** Proven by a code sent there. */
  readonly email: string | undefined
  /** The address of the account form, which is only a claim. */
  readonly claimedEmail: string | undefined
  readonly twoStep: TwoStep
  readonly recoveryCodesLeft: number
  readonly phrase: string | undefined
  readonly withdrawalsHeldUntil: Date | undefined
  /** When a waiting password replaces the present one. */
  readonly passwordResetAt: Date | undefined
}

const protectionOf = rowAs<Protection>('recoveryCodesLeft')

export async function readProtection(database: Queryable, userId: number): Promise<Protection> {
  const [row] = await database.query<Row & { mobile: string | null }>(
    `select u.mobile, u.email, i.email as "claimedEmail", u.two_step as "twoStep", u.anti_phishing_phrase as phrase,
      u.withdrawals_held_until as "withdrawalsHeldUntil",
      (select count(*) from recovery_codes where user_id = u.id) as "recoveryCodesLeft",
      (select effective_at from waiting_resets where user_id = u.id) as "passwordResetAt"
      from users u left join identities i on i.user_id = u.id where u.id = $1`,
    [userId],
  )
  if (!row) throw new Error(`there is no user ${userId}`)
  return { ...protectionOf(row), mobile: parseMobileNumber(row.mobile ?? '') }
}

/** Operators set the limits in whole Toman. */
const BASE_UNITS_PER_TOMAN = 10n ** fromCount(TOMAN_DECIMALS)

type WithdrawerColumns = WithdrawalLimits & {
  readonly blocked: boolean
  readonly verification: Verification
  readonly held: Date | null
  readonly stopped: boolean
  readonly onlySaved: boolean
  /** When the destination was saved. */
  readonly savedAt: Date | null
}

/** A place outside that something is sent to: an address on a network, or a bank account. */
export type Place = Pick<Destination, 'tokenType' | 'address' | 'tag'>

/** Ways to the verified user in person, which nobody saves as an address. */
const TO_THE_USER: readonly string[] = [BANK_TRANSFER, GOLD_DELIVERY]

/**
 * The facts that decide whether anything may leave for a user, to this destination if one is given. The age of a bank account is not counted,
 * since its owner is verified to be the user; nor is the place of a delivery, where the user proves to be the person.
 */
export async function readWithdrawer(
  database: Queryable,
  { userId, destination, at }: { userId: number; destination?: Place | undefined; at: number },
): Promise<Withdrawer> {
  const [row] = await database.query<WithdrawerColumns>(
    `select blocked_at is not null as blocked, verification, withdrawals_held_until as held, stopped or ${IS_UNCOMPARED} as stopped, withdrawal_hour_max * $2 as hour,
      withdrawal_day_max * $2 as day, all_hour_max * $2 as "allHour", one_operator_from * $2 as "oneOperatorFrom",
      two_operators_from * $2 as "twoOperatorsFrom", only_saved_addresses as "onlySaved",
      (select added_at from saved_addresses where user_id = users.id and network = $3 and address = $4
        and tag is not distinct from $5) as "savedAt"
      from users join account_levels using (level) cross join withdrawal_rules where users.id = $1`,
    [userId, BASE_UNITS_PER_TOMAN, destination?.tokenType, destination?.address, destination?.tag],
  )
  if (!row) throw new Error(`there is no user ${userId}`)
  const { blocked, verification, held, stopped, onlySaved, savedAt, ...limits } = row
  const { authorized } = stageOf(verification)
  const isBarred = onlySaved && destination !== undefined && !TO_THE_USER.includes(destination.tokenType)
  return {
    ...{ blocked, authorized, stopped, limits, heldUntil: held?.getTime(), readAt: at },
    destinationUnsaved: isBarred && savedAt === null,
    destinationFrom: isBarred && savedAt !== null ? savedAt.getTime() + SAVED_ADDRESS_WAIT_MS : undefined,
  }
}

/** The user's row, locked until the transaction ends, so that changes of an account's protection run one after the other. */
export async function lockProtection(
  tx: Transaction,
  userId: number,
): Promise<{ readonly twoStep: TwoStep; readonly email: string | undefined; readonly totpSince: Date | undefined }> {
  const [row] = await tx.query<{ two_step: TwoStep; email: string | null; totp_since: Date | null }>(
    'select two_step, email, totp_since from users where id = $1 for update',
    [userId],
  )
  if (!row) throw new Error(`there is no user ${userId}`)
  return { twoStep: row.two_step, email: row.email ?? undefined, totpSince: row.totp_since ?? undefined }
}

/** The second step after a confirmed change: only some kinds have an address or a secret. */
export interface NewTwoStep {
  readonly userId: number
  readonly twoStep: TwoStep
  readonly email: string | undefined
  readonly totp: { readonly sealedSecret: Uint8Array; readonly lastStep: number; readonly since: Date } | undefined
}

/**
 * Stores the second step. A proven address stays, whatever the step, and becomes that of the account form. Recovery codes end with their
 * authenticator. @returns false if the address belongs to another account
 */
export async function saveTwoStep(tx: Transaction, { userId, twoStep, email, totp }: NewTwoStep): Promise<boolean> {
  const [taken] = await tx.query('select 1 from users where email = $1 and id <> $2', [email, userId])
  if (taken) return false
  const totpFields = { totpSecret: totp?.sealedSecret, totpLastStep: totp?.lastStep, totpSince: totp?.since }
  await updateRows(tx, 'users', { id: userId }, { twoStep, ...totpFields, ...(email !== undefined && { email }) })
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  if (email !== undefined) await tx.query('update identities set email = $2 where user_id = $1', [userId, email])
  return true
}

/** Holds withdrawals until then, or until later if they were held longer already. */
export async function holdWithdrawals(
  tx: Queryable,
  { userId, until }: { userId: number; until: Date },
): Promise<void> {
  await tx.query(
    'update users set withdrawals_held_until = greatest(coalesce(withdrawals_held_until, $2), $2) where id = $1',
    [userId, until],
  )
}

export const savePhrase = (
  tx: Queryable,
  { userId, phrase }: { userId: number; phrase: string | undefined },
): Promise<void> => updateRows(tx, 'users', { id: userId }, { antiPhishingPhrase: phrase })

export const saveLanguage = (
  database: Queryable,
  { userId, language }: { userId: number; language: Language },
): Promise<void> => updateRows(database, 'users', { id: userId }, { language })

/** @returns false if the account was frozen already */
export const saveFrozenByUser = (tx: Transaction, { userId, at }: { userId: number; at: Date }): Promise<boolean> =>
  hasRows(
    tx,
    `update users set blocked_at = $2, blocked_by = 'USER' where id = $1 and blocked_at is null returning id`,
    [userId, at],
  )

/** `undefined` for a user without a password login. */
export async function readPasswordHash(database: Queryable, userId: number): Promise<string | undefined> {
  const [row] = await database.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1',
    [userId],
  )
  return row?.password_hash ?? undefined
}

/** The same, locked until the transaction ends. */
export async function lockPasswordHash(tx: Transaction, userId: number): Promise<string | undefined> {
  const [row] = await tx.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1 for update',
    [userId],
  )
  return row?.password_hash ?? undefined
}

export const savePasswordHash = (
  tx: Transaction,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<void> => updateRows(tx, 'users', { id: userId }, { passwordHash })

/** A new password that is not in force yet. */
export interface WaitingReset {
  readonly userId: number
  readonly passwordHash: string
  readonly effectiveAt: Date
  readonly ip: string
  readonly device: string
}

/** Replaces one that was requested before. */
export const saveWaitingReset = (tx: Transaction, { userId, ...reset }: WaitingReset): Promise<void> =>
  saveRow(tx, 'waiting_resets', { userId }, reset)

/** The users whose new password is due. */
export const readDueResets = (database: Queryable, now: Date): Promise<number[]> =>
  readNumbers(database, 'select user_id from waiting_resets where effective_at <= $1 order by effective_at limit 100', [
    now,
  ])

/** Removes it; `undefined` if it was cancelled, or is not due. */
export async function takeWaitingReset(
  tx: Transaction,
  { userId, now }: { userId: number; now: Date },
): Promise<Pick<WaitingReset, 'passwordHash' | 'ip' | 'device'> | undefined> {
  const [row] = await tx.query<Pick<WaitingReset, 'passwordHash' | 'ip' | 'device'>>(
    'delete from waiting_resets where user_id = $1 and effective_at <= $2 returning password_hash as "passwordHash", ip, device',
    [userId, now],
  )
  return row
}

/** @returns whether there was one */
export const deleteWaitingReset = (tx: Transaction, userId: number): Promise<boolean> =>
  hasRows(tx, 'delete from waiting_resets where user_id = $1 returning user_id', [userId])

/** The greatest number of links per user: after many warnings the newest links work. */
const TOKENS_PER_USER_MAX = 50

/** Stores the hash of a link's token. */
export async function insertFreezeToken(
  tx: Queryable,
  { userId, tokenHash, expiresAt }: { userId: number; tokenHash: Uint8Array; expiresAt: Date },
): Promise<void> {
  await insertRow(tx, 'freeze_tokens', { tokenHash, userId, expiresAt })
  await tx.query(
    `delete from freeze_tokens where token_hash in (select token_hash from freeze_tokens where user_id = $1
      order by expires_at desc, token_hash offset ${TOKENS_PER_USER_MAX})`,
    [userId],
  )
}

/** Uses up a link. @returns its user, or `undefined` if there is no such link or it has expired */
export const takeFreezeToken = (
  tx: Transaction,
  { tokenHash, now }: { tokenHash: Uint8Array; now: Date },
): Promise<number | undefined> =>
  findNumber(tx, 'delete from freeze_tokens where token_hash = $1 and expires_at > $2 returning user_id', [
    tokenHash,
    now,
  ])
