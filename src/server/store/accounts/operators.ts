import type { MobileNumber } from '#domain/mobile-number.ts'
import { type OperatorRole, sortRoles } from '#domain/operator-rights.ts'
import type { Queryable, Transaction } from '../database.ts'
import { countOf, findRow, hasRows, insertRow, type Row, rowAs, updateRows } from '../rows.ts'

/** The data for deciding on an operator's login. */
export interface OperatorSecrets {
  readonly id: number
  readonly name: string
  readonly passwordHash: string | undefined
  /** Stopped or removed. */
  readonly blocked: boolean
  readonly removed: boolean
  /** True if nobody has signed in with the present keys yet. */
  readonly keysAreNew: boolean
}

export const findOperatorSecrets = (database: Queryable, mobile: MobileNumber): Promise<OperatorSecrets | undefined> =>
  findRow(
    database,
    rowAs<OperatorSecrets>('id'),
    `select id, coalesce(operator_name, '') as name, password_hash as "passwordHash", blocked_at is not null as blocked,
      operator_removed_at is not null as removed, operator_keys_new as "keysAreNew"
      from users where mobile = $1 and role = 'OPERATOR'`,
    [mobile],
  )

/** Makes a newly added account an operator's, without keys. */
export const makeOperator = (
  tx: Queryable,
  { userId, name, roles }: { userId: number; name: string; roles: readonly OperatorRole[] },
): Promise<void> =>
  updateRows(tx, 'users', { id: userId }, { role: 'OPERATOR', operatorName: name, operatorRoles: sortRoles(roles) })

export interface ListedOperator {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly roles: readonly OperatorRole[]
  /** True once a password and an authenticator are set up. */
  readonly hasKeys: boolean
  readonly isFrozen: boolean
  /** True if the operator is notified of waiting work and failures. */
  readonly onDuty: boolean
  readonly lastSignInAt: Date | undefined
}

/** A removed operator keeps the account, which the log names, but has no keys. */
const REMOVED = 'operator_removed_at is not null'

const OPERATORS = `select id, coalesce(operator_name, '') as name, coalesce(mobile, '') as mobile, operator_roles as roles,
  password_hash is not null as "hasKeys", blocked_at is not null as "isFrozen", on_duty as "onDuty",
  (select max(e.at) from audit_log e where e.user_id = users.id and e.kind = 'OPERATOR_LOGGED_IN') as "lastSignInAt"
  from users where role = 'OPERATOR' and not (${REMOVED})`
const operatorOf = rowAs<ListedOperator>('id')

/** @returns whether it has changed */
export const saveDuty = (tx: Transaction, { userId, onDuty }: { userId: number; onDuty: boolean }): Promise<boolean> =>
  hasRows(tx, `update users set on_duty = $2 where id = $1 and role = 'OPERATOR' and on_duty <> $2 returning id`, [
    userId,
    onDuty,
  ])

/** All operators, oldest first: an exchange has dozens. */
export async function readOperators(database: Queryable): Promise<ListedOperator[]> {
  return (await database.query<Row>(`${OPERATORS} order by id`)).map(operatorOf)
}

/** The same, locked until the transaction ends, so that two concurrent changes do not leave too few admins. */
export async function lockOperators(tx: Transaction): Promise<ListedOperator[]> {
  return (await tx.query<Row>(`${OPERATORS} order by id for update`)).map(operatorOf)
}

export const saveOperatorRoles = (
  tx: Transaction,
  { userId, roles }: { userId: number; roles: readonly OperatorRole[] },
): Promise<void> => updateOperator(tx, userId, { operatorRoles: sortRoles(roles) })

const NO_KEYS = { passwordHash: null, twoStep: 'SMS', totpSecret: null, totpLastStep: null }

const updateOperator = (tx: Queryable, id: number, fields: Parameters<typeof updateRows>[3]): Promise<void> =>
  updateRows(tx, 'users', { id, role: 'OPERATOR' }, fields)

/** Deletes an operator's keys and closes the account. */
export const saveRemoved = (tx: Transaction, { userId, at }: { userId: number; at: Date }): Promise<void> =>
  updateOperator(tx, userId, {
    ...{ ...NO_KEYS, blockedAt: at, blockedBy: 'OPERATOR', operatorRemovedAt: at },
    operatorRoles: ['READ'],
  })

/** Stores the password's hash and the authenticator's sealed seed, replacing earlier ones. */
export const saveOperatorKeys = (
  tx: Queryable,
  { userId, ...keys }: { readonly userId: number; readonly passwordHash: string; readonly totpSecret: Uint8Array },
): Promise<void> =>
  updateOperator(tx, userId, { ...keys, totpLastStep: null, twoStep: 'GOOGLE_AUTHENTICATOR', operatorKeysNew: true })

/** Stops the account until two others readmit its operator; the keys stay. */
export const saveStopped = (tx: Transaction, { userId, at }: { userId: number; at: Date }): Promise<void> =>
  updateOperator(tx, userId, { blockedAt: at, blockedBy: 'OPERATOR' })

/** Operators stopped since then and not readmitted, latest first, with the operators who stopped them. */
export async function readStoppedOperators(
  database: Queryable,
  since: Date,
): Promise<{ readonly name: string; readonly by: string; readonly at: Date }[]> {
  const rows = await database.query<{ name: string | null; by: string | null; at: Date }>(
    `select stopped.operator_name as name, stopped.blocked_at as at, (select actor.operator_name from audit_log e
        join users actor on actor.id = e.operator_id where e.user_id = stopped.id and e.kind = 'OPERATOR_STOPPED' order by e.id desc limit 1) as by
      from users stopped where stopped.role = 'OPERATOR' and stopped.blocked_at > $1 and stopped.operator_removed_at is null
      order by stopped.blocked_at desc, stopped.id`,
    [since],
  )
  return rows.map(({ name, by, at }) => ({ name: name ?? '', by: by ?? '', at }))
}

export const saveLetIn = (tx: Transaction, userId: number): Promise<void> =>
  updateOperator(tx, userId, { blockedAt: null, blockedBy: null })

/** Invalidates the keys; new ones are set up with a code to the mobile. */
export const saveWithoutKeys = (tx: Transaction, userId: number): Promise<void> => updateOperator(tx, userId, NO_KEYS)

/** Records that the notice of the first sign-in with new keys was sent. */
export const saveKeysUsed = (tx: Transaction, userId: number): Promise<void> =>
  updateOperator(tx, userId, { operatorKeysNew: false })

/** Admins who can sign in: stopped ones neither propose nor approve. */
export const countAdmins = (database: Queryable): Promise<number> =>
  countOf(
    database,
    `select count(*) from users where role = 'OPERATOR' and blocked_at is null and 'ADMIN' = any(operator_roles)`,
  )

/** Whether an operator has signed in from an address since then. */
export async function hasOperatorLoggedInFrom(
  database: Queryable,
  { operatorId, ip, since }: { operatorId: number; ip: string; since: Date },
): Promise<boolean> {
  const [row] = await database.query(
    `select 1 as found from audit_log where operator_id = $1 and kind = 'OPERATOR_LOGGED_IN' and ip = $2 and at > $3 limit 1`,
    [operatorId, ip, since],
  )
  return row !== undefined
}

export interface NewOperatorSession {
  readonly userId: number
  /** SHA-256 of the token; the token itself is stored nowhere. */
  readonly tokenHash: Uint8Array
  readonly at: Date
  readonly expiresAt: Date
  readonly ip: string
  readonly device: string
}

export const insertOperatorSession = (database: Queryable, { at, ...session }: NewOperatorSession): Promise<void> =>
  insertRow(database, 'operator_sessions', { ...session, createdAt: at, provenAt: at })

export interface OperatorSessionRow {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly createdAt: Date
  /** When the operator last entered an authenticator code, at the login or later. */
  readonly provenAt: Date
  readonly expiresAt: Date
}

/** The session of a present operator who is not frozen. */
export const findOperatorSession = (
  database: Queryable,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<OperatorSessionRow | undefined> =>
  findRow(
    database,
    rowAs<OperatorSessionRow>('id', 'userId'),
    `select s.id, s.user_id as "userId", coalesce(u.operator_name, '') as name, u.operator_roles as roles, s.created_at as "createdAt",
      s.proven_at as "provenAt", s.expires_at as "expiresAt"
      from operator_sessions s join users u on u.id = s.user_id
      where s.token_hash = $1 and s.expires_at > $2 and u.role = 'OPERATOR' and u.blocked_at is null`,
    [tokenHash, at],
  )

export async function prolongOperatorSession(
  database: Queryable,
  { id, expiresAt }: { id: number; expiresAt: Date },
): Promise<void> {
  await database.query('update operator_sessions set expires_at = $2 where id = $1 and expires_at < $2', [
    id,
    expiresAt,
  ])
}

export const saveOperatorProof = (database: Queryable, { id, at }: { id: number; at: Date }): Promise<void> =>
  updateRows(database, 'operator_sessions', { id }, { provenAt: at })

export async function deleteOperatorSession(database: Queryable, id: number): Promise<void> {
  await database.query('delete from operator_sessions where id = $1', [id])
}

/** Ends an operator's open sessions, and everybody's expired ones. */
export async function deleteOperatorSessions(
  database: Queryable,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  await database.query('delete from operator_sessions where user_id = $1 or expires_at <= $2', [userId, at])
}
