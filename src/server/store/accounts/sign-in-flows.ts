import { toCount } from '#domain/counts.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'
import { type CodeColumns, type CodeRow, codeRow } from './one-time-codes.ts'

/** What the right code will do. */
export type SignInGoal =
  | { readonly kind: 'sign-up'; readonly passwordHash: string; readonly invitedBy: number | undefined }
  | { readonly kind: 'login'; readonly userId: number }

/** What the login history will say, in the words of `device.ts`. */
export interface SignInDevice {
  readonly osType: string
  readonly deviceType: string
  readonly browser: string
}

export interface SignInFlow {
  readonly mobile: MobileNumber
  readonly goal: SignInGoal
  readonly begunAt: Date
  readonly device: SignInDevice
  readonly code: CodeRow
}

interface Columns extends CodeColumns {
  kind: SignInGoal['kind']
  user_id: bigint | null
  password_hash: string | null
  invited_by: bigint | null
  begun_at: Date
  os_type: string
  device_type: string
  browser: string
}

/** Begins a flow, or begins it anew: the earlier code of the same kind stops working. */
export async function saveFlow(
  database: Queryable,
  { mobile, goal, begunAt, device, code }: SignInFlow,
): Promise<void> {
  await database.query(
    `insert into sign_in_flows
      (mobile, kind, user_id, password_hash, invited_by, begun_at, code_salt, code_hash, code_expires_at, code_tries,
        os_type, device_type, browser)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      on conflict (mobile, kind) do update set user_id = excluded.user_id, password_hash = excluded.password_hash,
        invited_by = excluded.invited_by, begun_at = excluded.begun_at, code_salt = excluded.code_salt,
        code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at, code_tries = excluded.code_tries,
        os_type = excluded.os_type, device_type = excluded.device_type, browser = excluded.browser`,
    [
      mobile,
      goal.kind,
      goal.kind === 'login' ? goal.userId : null,
      goal.kind === 'sign-up' ? goal.passwordHash : null,
      goal.kind === 'sign-up' ? (goal.invitedBy ?? null) : null,
      begunAt,
      code.salt,
      code.hash,
      code.expiresAt,
      code.tries,
      device.osType,
      device.deviceType,
      device.browser,
    ],
  )
}

/** The flows under way for a number, a login before a sign-up, locked until the transaction ends. */
export async function lockFlows(
  tx: Queryable,
  { mobile, begunAfter }: { mobile: MobileNumber; begunAfter: Date },
): Promise<SignInFlow[]> {
  const rows = await tx.query<Columns>(
    `select kind, user_id, password_hash, invited_by, begun_at, code_salt, code_hash, code_expires_at, code_tries,
        os_type, device_type, browser from sign_in_flows where mobile = $1 and begun_at > $2 order by kind desc for update`,
    [mobile, begunAfter],
  )
  return rows.map(({ os_type: osType, device_type: deviceType, browser, ...row }) => ({
    mobile,
    goal: goalOf(row),
    begunAt: row.begun_at,
    device: { osType, deviceType, browser },
    code: codeRow(row),
  }))
}

function goalOf({
  user_id,
  password_hash,
  invited_by,
}: Pick<Columns, 'user_id' | 'password_hash' | 'invited_by'>): SignInGoal {
  if (user_id !== null) return { kind: 'login', userId: toCount(user_id) }
  if (password_hash === null) throw new Error('a stored sign-up has no password')
  return {
    kind: 'sign-up',
    passwordHash: password_hash,
    invitedBy: invited_by === null ? undefined : toCount(invited_by),
  }
}

interface FlowKey {
  readonly mobile: MobileNumber
  readonly goal: Pick<SignInGoal, 'kind'>
}

export async function countWrongTry(tx: Queryable, { mobile, goal }: FlowKey): Promise<void> {
  await tx.query('update sign_in_flows set code_tries = code_tries + 1 where mobile = $1 and kind = $2', [
    mobile,
    goal.kind,
  ])
}

export async function deleteFlow(tx: Queryable, { mobile, goal }: FlowKey): Promise<void> {
  await tx.query('delete from sign_in_flows where mobile = $1 and kind = $2', [mobile, goal.kind])
}
