import { fromCount } from '#domain/counts.ts'
import type { AccountLevel } from '#domain/fee.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { type Ppm, ppm } from '#domain/units.ts'
import type { Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'
import { hasRows, type Row, rowAs, saveRow, updateRows } from '../rows.ts'
import type { TwoStep } from './one-time-codes.ts'

/** The checked identity that a user has declared. */
export interface Identity {
  readonly nationalCode: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Gregorian, "yyyy-mm-dd". */
  readonly birthDay: string
  /** Landline; absent outside Iran. */
  readonly telephone: string | undefined
  /** For a user outside Iran: "+491512345678". */
  readonly foreignMobile?: string | undefined
  readonly state: string
  readonly city: string
  readonly postalCode: string
  readonly address: string
  readonly idFormat: 'ID_CARD' | 'PASSPORT' | 'DRIVER_LICENSE'
  readonly pictures: Pictures
}

/** Names of files; `undefined` if none came, or it was deleted. */
export interface Pictures {
  readonly image: string | undefined
  readonly backImage: string | undefined
  readonly documentImage: string | undefined
}

export interface AccountRow {
  readonly mobile: MobileNumber | undefined
  /** The proven address. */
  readonly email: string | undefined
  readonly verification: Verification
  readonly level: AccountLevel
  readonly fee: Ppm
  readonly referralCode: string
  readonly twoStep: TwoStep
  /** A name from `src/domain/countries.ts`; `undefined` until the user has chosen one. */
  readonly country: string | undefined
  readonly identity: KeptIdentity | undefined
}

/** A stored identity with its state. */
export interface KeptIdentity extends Identity {
  readonly submittedAt: Date
  /** Absent until it is confirmed. */
  readonly confirmedAt: Date | undefined
  readonly handedBack: { readonly reason: string; readonly at: Date } | undefined
}

const accountOf = rowAs<Omit<AccountRow, 'mobile' | 'fee' | 'identity'>>()

export async function readAccount(database: Queryable, userId: number): Promise<AccountRow | undefined> {
  const [user] = await database.query<Row & { mobile: string | null; fee: number }>(
    `select u.mobile, u.email, u.verification, u.level, l.fee_ppm as fee, u.referral_code as "referralCode", u.country,
      u.two_step as "twoStep" from users u join account_levels l on l.level = u.level where u.id = $1`,
    [userId],
  )
  if (!user) return undefined
  const mobile = parseMobileNumber(user.mobile ?? '')
  return { ...accountOf(user), mobile, fee: ppm(fromCount(user.fee)), identity: await readIdentity(database, userId) }
}

interface IdentityRow extends Row {
  readonly image: string | null
  readonly backImage: string | null
  readonly documentImage: string | null
  readonly reason: string | null
  readonly handedBackAt: Date | null
}

const identityOf = rowAs<Omit<KeptIdentity, 'pictures' | 'handedBack'>>()
const picturesOf = rowAs<Pictures>()

export async function readIdentity(database: Queryable, userId: number): Promise<KeptIdentity | undefined> {
  const [row] = await database.query<IdentityRow>(
    `select national_code as "nationalCode", first_name as "firstName", last_name as "lastName", email, birth_day as "birthDay",
      telephone, foreign_mobile as "foreignMobile", state, city, postal_code as "postalCode", address, id_format as "idFormat", image,
      back_image as "backImage", document_image as "documentImage", submitted_at as "submittedAt", confirmed_at as "confirmedAt",
      handed_back_reason as reason, handed_back_at as "handedBackAt"
      from identities where user_id = $1`,
    [userId],
  )
  if (!row) return undefined
  const { image, backImage, documentImage, reason, handedBackAt, ...form } = row
  return {
    ...identityOf(form),
    pictures: picturesOf({ image, backImage, documentImage }),
    handedBack: reason !== null && handedBackAt !== null ? { reason, at: handedBackAt } : undefined,
  }
}

/**
 * Replaces the identity that a user has declared. `confirmed`: the registry says that it is the user's. @throws DatabaseError if it is
 * confirmed and its national code is another user's
 */
export async function saveIdentity(
  tx: Queryable,
  { userId, identity, at, confirmed }: { userId: number; identity: Identity; at: Date; confirmed: boolean },
): Promise<void> {
  const { pictures, ...person } = identity
  const [proven] = await tx.query<{ email: string | null }>('select email from users where id = $1', [userId])
  const fields = { ...person, ...pictures, email: proven?.email ?? identity.email, submittedAt: at }
  const answers = { confirmedAt: confirmed ? at : undefined, handedBackReason: undefined, handedBackAt: undefined }
  await saveRow(tx, 'identities', { userId }, { ...fields, ...answers })
  if (pictures.image !== undefined)
    await tx.query('update identities set documents_deleted_at = null where user_id = $1', [userId])
}

/** Confirms a stored identity as the user's. @throws DatabaseError if the national code has become another user's */
export async function confirmIdentity(tx: Queryable, { userId, at }: { userId: number; at: Date }): Promise<void> {
  await tx.query('update identities set confirmed_at = coalesce(confirmed_at, $2) where user_id = $1', [userId, at])
}

/** A confirmed form must be sent again; until then its national code belongs to nobody. */
export const reopenIdentity = (tx: Queryable, userId: number): Promise<void> =>
  updateRows(tx, 'identities', { userId }, { confirmedAt: null })

/** Hands the form back; its national code belongs to nobody again. */
export const handBack = (
  tx: Queryable,
  { userId, reason, at }: { userId: number; reason: string; at: Date },
): Promise<void> =>
  updateRows(tx, 'identities', { userId }, { confirmedAt: null, handedBackReason: reason, handedBackAt: at })

/** Locks the user's row until the transaction ends. */
export async function lockVerification(tx: Queryable, userId: number): Promise<Verification | undefined> {
  const [row] = await tx.query<{ verification: Verification }>(
    'select verification from users where id = $1 for update',
    [userId],
  )
  return row?.verification
}

export const setVerification = (
  tx: Queryable,
  { userId, verification }: { userId: number; verification: Verification },
): Promise<void> => updateRows(tx, 'users', { id: userId }, { verification })

export const setCountry = (tx: Queryable, { userId, country }: { userId: number; country: string }): Promise<void> =>
  updateRows(tx, 'users', { id: userId }, { country })

export const isNationalCodeTaken = (
  database: Queryable,
  { userId, nationalCode }: { userId: number; nationalCode: string },
): Promise<boolean> =>
  hasRows(
    database,
    'select 1 from identities where national_code = $2 and user_id <> $1 and confirmed_at is not null',
    [userId, nationalCode],
  )

/** Removes the names of all photos of the user. @returns the files that were named */
export async function markDocumentsDeleted(
  tx: Queryable,
  { userId, at }: { userId: number; at: Date },
): Promise<string[]> {
  const [row] = await tx.query<{ names: (string | null)[] }>(
    `with former as (
      select user_id, array[image, back_image, document_image] as names from identities
        where user_id = $1 and num_nonnulls(image, back_image, document_image) > 0 for update
    )
    update identities i set image = null, back_image = null, document_image = null, documents_deleted_at = $2
      from former where i.user_id = former.user_id returning former.names`,
    [userId, at],
  )
  return (row?.names ?? []).filter((name) => name !== null)
}

/** The files among these that belong to somebody: pictures of documents, files of tickets. */
export async function readPictureNames(database: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    `select name from (
      select image as name from identities union all select back_image from identities
      union all select document_image from identities
      union all select file_name from ticket_messages
    ) as kept where name = any($1::text[])`,
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}
