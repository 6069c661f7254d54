import { toCount } from '#domain/counts.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'
import { hasRows, readRows, rowAs, updateRows } from '../rows.ts'

export interface BankAccountPair {
  readonly cardNumber: string
  /** With "IR". */
  readonly sheba: string
}

export interface BankAccountRow extends BankAccountPair {
  readonly id: number
  /** Whether it is known to be the user's own. */
  readonly verified: boolean
  /** True if the bank did not name its owner when asked, or an operator has withdrawn its verification. */
  readonly doubted: boolean
}

/** In the order in which the user entered them. */
export const readBankAccounts = (database: Queryable, userId: number): Promise<BankAccountRow[]> =>
  readRows(
    database,
    rowAs<BankAccountRow>('id'),
    `select id, card_number as "cardNumber", sheba, verified_at is not null as verified, doubted_at is not null as doubted
      from bank_accounts where user_id = $1 order by position`,
    [userId],
  )

/** The user's data for a card payment: the mobile number for the gateway, and the cards verified as the user's own. */
export async function readPayer(
  database: Queryable,
  userId: number,
): Promise<{ mobileNumber: MobileNumber; cards: string[] }> {
  const [row] = await database.query<{ mobile: string | null }>('select mobile from users where id = $1', [userId])
  const mobileNumber = parseMobileNumber(row?.mobile ?? '')
  if (!mobileNumber) throw new Error(`user ${userId} has no mobile number`)
  const accounts = (await readBankAccounts(database, userId)).filter(({ verified }) => verified)
  return { mobileNumber, cards: accounts.map(({ cardNumber }) => cardNumber) }
}

/** Whether any of the cards or Shebas belongs to another user. */
export const isTaken = (
  database: Queryable,
  { userId, accounts }: { userId: number; accounts: readonly BankAccountPair[] },
): Promise<boolean> =>
  hasRows(
    database,
    `select 1 from bank_accounts where user_id <> $1 and verified_at is not null
      and (card_number = any($2::text[]) or sheba = any($3::text[])) limit 1`,
    [userId, accounts.map(({ cardNumber }) => cardNumber), accounts.map(({ sheba }) => sheba)],
  )

/**
 * Replaces all of the user's accounts by these. `verified`: the registry says that they are the user's. @throws DatabaseError if they are
 * verified and one has become another user's
 */
export async function replaceBankAccounts(
  tx: Queryable,
  {
    userId,
    accounts,
    at,
    verified,
  }: { userId: number; accounts: readonly BankAccountPair[]; at: Date; verified: boolean },
): Promise<void> {
  // One writer at a time: two users who give the same cards in different orders would wait for each other.
  await tx.query('lock table bank_accounts in share row exclusive mode')
  await tx.query('delete from bank_accounts where user_id = $1', [userId])
  await tx.query(
    `insert into bank_accounts (user_id, position, card_number, sheba, verified_at)
      select $1, position, card_number, sheba, $4
      from unnest($2::text[], $3::text[]) with ordinality as given (card_number, sheba, position)`,
    [userId, accounts.map(({ cardNumber }) => cardNumber), accounts.map(({ sheba }) => sheba), verified ? at : null],
  )
}

/** Verifies the accounts that were only stored and are not doubted. @throws DatabaseError if one has become another user's */
export async function verifyBankAccounts(tx: Queryable, { userId, at }: { userId: number; at: Date }): Promise<void> {
  await tx.query('lock table bank_accounts in share row exclusive mode')
  await tx.query(
    'update bank_accounts set verified_at = $2 where user_id = $1 and verified_at is null and doubted_at is null',
    [userId, at],
  )
}

/** The bank did not name their owner, so an approval of the identity does not verify them. */
export async function saveDoubted(
  tx: Queryable,
  { userId, ids, at }: { userId: number; ids: readonly number[]; at: Date },
): Promise<void> {
  await tx.query(
    'update bank_accounts set doubted_at = $3 where user_id = $1 and id = any($2::bigint[]) and verified_at is null',
    [userId, ids, at],
  )
}

/** Verifies one as the user's. @throws DatabaseError if it has become another user's */
export const saveVerified = (
  tx: Queryable,
  { userId, id, at }: { userId: number; id: number; at: Date },
): Promise<void> => updateRows(tx, 'bank_accounts', { userId, id }, { verifiedAt: at, doubtedAt: null })

/** Withdraws the verification of one, which an approval of the identity does not restore. */
export const saveUnverified = (
  tx: Queryable,
  { userId, id, at }: { userId: number; id: number; at: Date },
): Promise<void> => updateRows(tx, 'bank_accounts', { userId, id }, { verifiedAt: null, doubtedAt: at })

/** Withdraws the verification of all; they stay in the form. */
export const unverifyBankAccounts = (tx: Queryable, userId: number): Promise<void> =>
  updateRows(tx, 'bank_accounts', { userId }, { verifiedAt: null })

/** Adds one that is known to be the user's after the present ones. @throws DatabaseError if it has become another user's */
export async function insertBankAccount(
  tx: Queryable,
  { userId, account, at }: { userId: number; account: BankAccountPair; at: Date },
): Promise<number> {
  await tx.query('lock table bank_accounts in share row exclusive mode')
  const [row] = await tx.query<{ id: bigint }>(
    `insert into bank_accounts (user_id, position, card_number, sheba, verified_at)
      select $1, coalesce(max(position), 0) + 1, $2, $3, $4 from bank_accounts where user_id = $1 returning id`,
    [userId, account.cardNumber, account.sheba, at],
  )
  if (!row) throw new Error('a bank account was not inserted')
  return toCount(row.id)
}

export async function deleteBankAccount(tx: Queryable, { userId, id }: { userId: number; id: number }): Promise<void> {
  await tx.query('delete from bank_accounts where user_id = $1 and id = $2', [userId, id])
}
