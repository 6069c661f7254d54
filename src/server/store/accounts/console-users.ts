import { toCount } from '#domain/counts.ts'
import type { AccountLevel } from '#domain/fee.ts'
import type { FreezeKind } from '#domain/operator-rights.ts'
import type { PageOf } from '#domain/page.ts'
import type { Verification } from '#domain/verification.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type Paged, readPage } from '../page.ts'
import { findNumber, findRow, insertWithId, type Row, readRows, rowAs, updateRows } from '../rows.ts'

/** The operators' view of a customer's account. */
export interface AccountFacts {
  readonly id: number
  readonly mobile: string
  readonly email: string | undefined
  readonly twoStep: 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'
  readonly verification: Verification
  readonly level: AccountLevel
  readonly levelSetByHand: boolean
  readonly frozenAt: Date | undefined
  readonly frozenBy: 'USER' | 'OPERATOR' | undefined
  /** Who froze it; the operator and the reason are known if an operator did. */
  readonly freeze:
    | { readonly kind: FreezeKind; readonly by: string | undefined; readonly reason: string | undefined }
    | undefined
  readonly withdrawalsHeldUntil: Date | undefined
  readonly createdAt: Date
}

interface FactsRow extends Row {
  readonly blockedBy: 'USER' | 'OPERATOR' | null
  readonly freezeKind: 'SUPPORT' | 'RISK' | null
  readonly freezer: string | null
  readonly reason: string | null
}

const FACTS = `select id, mobile, email, two_step as "twoStep", verification, level, level_set_by_hand as "levelSetByHand",
  blocked_at as "frozenAt", case when blocked_at is not null then coalesce(blocked_by, 'OPERATOR') end as "blockedBy", freeze_kind as "freezeKind",
  (select f.operator_name from users f where f.id = users.frozen_by_operator) as freezer, freeze_reason as reason,
  withdrawals_held_until as "withdrawalsHeldUntil", created_at as "createdAt"
  from users where id = $1 and role = 'CUSTOMER' and mobile is not null`

export const readAccountFacts = (database: Queryable, userId: number): Promise<AccountFacts | undefined> =>
  findRow(database, factsOf, FACTS, [userId])

/** The same, locked until the transaction ends, so that operators' actions on one account run one after the other. */
export const lockAccountFacts = (tx: Transaction, userId: number): Promise<AccountFacts | undefined> =>
  findRow(tx, factsOf, `${FACTS} for update`, [userId])

const facts = rowAs<Omit<AccountFacts, 'frozenBy' | 'freeze'>>('id')

function factsOf({ blockedBy, freezeKind, freezer, reason, ...row }: FactsRow): AccountFacts {
  const byOperator = { kind: freezeKind ?? 'RISK', by: freezer ?? undefined, reason: reason ?? undefined } as const
  const own = { kind: 'OWN', by: undefined, reason: undefined } as const
  const freeze = blockedBy === null ? undefined : blockedBy === 'USER' ? own : byOperator
  return { ...facts(row), frozenBy: blockedBy ?? undefined, freeze }
}

export interface NewFreeze {
  readonly userId: number
  readonly kind: 'SUPPORT' | 'RISK'
  readonly operatorId: number
  readonly reason: string
  readonly at: Date
}

export const saveFrozenByOperator = (
  tx: Transaction,
  { userId, kind, operatorId, reason, at }: NewFreeze,
): Promise<void> => {
  const freeze = { freezeKind: kind, frozenByOperator: operatorId, freezeReason: reason }
  return updateRows(tx, 'users', { id: userId }, { blockedAt: at, blockedBy: 'OPERATOR', ...freeze })
}

export const saveUnfrozen = (tx: Transaction, userId: number): Promise<void> => {
  const freeze = { freezeKind: null, frozenByOperator: null, freezeReason: null }
  return updateRows(tx, 'users', { id: userId }, { blockedAt: null, blockedBy: null, ...freeze })
}

export const saveLevel = (
  tx: Transaction,
  { userId, level, byHand }: { userId: number; level: AccountLevel; byHand: boolean },
): Promise<void> => updateRows(tx, 'users', { id: userId }, { level, levelSetByHand: byHand })

/** Ends one session of a user. @returns the number of ended sessions */
export async function deleteUserSession(
  tx: Transaction,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<number> {
  const ended = await tx.query('delete from sessions where user_id = $1 and id = $2 returning id', [userId, sessionId])
  return ended.length
}

export interface FoundUser {
  readonly id: number
  readonly mobile: string
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  readonly nationalCode: string | undefined
  readonly verification: Verification
  readonly level: AccountLevel
  readonly frozenBy: 'USER' | 'OPERATOR' | undefined
  readonly createdAt: Date
}

/** The search terms as they are stored: id and address match completely, the others by their beginning. */
export interface UserTerms {
  readonly id?: string
  readonly email?: string
  readonly mobile?: string
  /** For a foreigner, the number of the document. */
  readonly nationalCode?: string
  /** The same in capitals, if it was typed in small letters. */
  readonly documentNumber?: string
  readonly name?: string
}

/** Each uses its own index; a user found by several counts once. */
const FINDERS: readonly (readonly [keyof UserTerms, string])[] = [
  ['id', 'select id from users where id = $1::bigint'],
  ['email', 'select id from users where email = $1'],
  ['email', 'select user_id as id from identities where email = $1'],
  ['mobile', 'select id from users where mobile like $1'],
  ['nationalCode', 'select user_id as id from identities where national_code like $1'],
  ['documentNumber', 'select user_id as id from identities where national_code like $1'],
  ['name', `select user_id as id from identities where (first_name || ' ' || last_name) like $1`],
  ['name', 'select user_id as id from identities where last_name like $1'],
]
const WHOLE: readonly (keyof UserTerms)[] = ['id', 'email']

/** The conditions of the states. Each has its own index, since few of many customers are in one. */
const STATES = {
  BLOCKED: `and u.blocked_at is not null and u.blocked_by is distinct from 'USER'`,
  FROZEN: `and u.blocked_at is not null and u.blocked_by = 'USER'`,
  WAITING: `and u.verification in ('PENDING', 'INFORMATION_CHANGED_PENDING')`,
  HELD: 'and u.withdrawals_held_until > $1::timestamptz',
} as const
export type UserState = keyof typeof STATES

interface UserQuery {
  readonly terms: UserTerms | undefined
  readonly state: UserState | undefined
  readonly before: string | undefined
  readonly rowsMax: number
  readonly at: Date
}

/** Customers, newest first. @param terms absent: all */
export function readUsers(database: Queryable, { terms, state, before, rowsMax, at }: UserQuery): Promise<FoundUser[]> {
  const values: (string | Date)[] = [at]
  const finders = FINDERS.flatMap(([key, sql]) => {
    const term = terms?.[key]
    if (term === undefined) return []
    values.push(WHOLE.includes(key) ? term : `${term.replace(/[\\%_]/g, '\\$&')}%`)
    return [sql.replace('$1', `$${values.length}`)]
  })
  const found = terms === undefined ? '' : `and u.id in (${finders.join(' union ') || 'select 0'})`
  return readRows(
    database,
    rowAs<FoundUser>('id'),
    `select u.id, u.mobile, i.first_name as "firstName", i.last_name as "lastName", i.national_code as "nationalCode", u.verification,
      u.level, case when u.blocked_at is not null then coalesce(u.blocked_by, 'OPERATOR') end as "frozenBy", u.created_at as "createdAt"
      from users u left join identities i on i.user_id = u.id
      where u.role = 'CUSTOMER' and u.mobile is not null and $1::timestamptz is not null ${state ? STATES[state] : ''} ${found}
        and ($${values.length + 1}::bigint is null or u.id < $${values.length + 1}::bigint) order by u.id desc limit $${values.length + 2}`,
    [...values, before, rowsMax],
  )
}

/** The numbers of customers blocked by operators, and of those who froze their own accounts. */
export async function countClosed(database: Queryable): Promise<{ readonly blocked: number; readonly frozen: number }> {
  const [row] = await database.query<{ blocked: bigint; frozen: bigint }>(
    `select count(*) filter (where blocked_by is distinct from 'USER') as blocked, count(*) filter (where blocked_by = 'USER') as frozen
      from users where role = 'CUSTOMER' and mobile is not null and blocked_at is not null`,
  )
  return { blocked: toCount(row?.blocked ?? 0n), frozen: toCount(row?.frozen ?? 0n) }
}

export interface UserNoteRow {
  readonly id: number
  readonly text: string
  /** The operator's name. */
  readonly by: string
  readonly at: Date
}

const ROW = `select user_notes.id, text, coalesce(operator_name, '') as by, at from user_notes join users on users.id = operator_id
  where user_notes.id = page.id`

/** The notes about a user, newest first. */
export function readUserNotes(
  database: Queryable,
  { userId, ...asked }: PageOf & { userId: number },
): Promise<Paged<UserNoteRow>> {
  const list = { table: 'user_notes', conditions: ['user_id = $1'], values: [userId], row: ROW }
  return readPage<Row & { id: bigint }, UserNoteRow>(database, { list, asked, read: rowAs<UserNoteRow>('id') })
}

export interface NewUserNote {
  readonly userId: number
  readonly operatorId: number
  readonly text: string
  readonly at: Date
  /** The same note of the same operator after this moment counts as sent again. */
  readonly sameSince: Date
}

/** Locking the user's row makes two concurrent calls wait for each other. @returns `undefined` if there is no such user */
export async function addUserNote(tx: Transaction, note: NewUserNote): Promise<number | undefined> {
  const { userId, operatorId, text, at, sameSince } = note
  const [user] = await tx.query(`select 1 from users where id = $1 and role = 'CUSTOMER' for update`, [userId])
  if (!user) return undefined
  const sent = await findNumber(
    tx,
    'select id from user_notes where user_id = $1 and operator_id = $2 and text = $3 and at > $4',
    [userId, operatorId, text, sameSince],
  )
  return sent ?? insertWithId(tx, 'user_notes', { userId, operatorId, at, text })
}
