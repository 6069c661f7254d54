import { toCount } from '#domain/counts.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Invitation } from '#domain/referral-code.ts'
import type { Queryable } from '../database.ts'
import { type CodeColumns, type CodeRow, codeRow } from './one-time-codes.ts'
import type { TwoStep } from './second-steps.ts'
import type { SignOnPerson } from './sign-on-identities.ts'

/** The new user's way to log in: a password, or an identity at another provider. */
export type SignUpProof = { readonly passwordHash: string } | { readonly signOn: SignOnPerson }

/** The action of the right code. A reset without a user belongs to a number without an account: no code completes it. */
export type SignInGoal =
  | {
      readonly kind: 'sign-up'
      readonly proof: SignUpProof
      readonly invitedBy: Invitation | undefined
    }
  | { readonly kind: 'login'; readonly userId: number }
  | { readonly kind: 'reset'; readonly userId: number | undefined }

/** The device for the login history, in the words of `device.ts`. */
export interface SignInDevice {
  readonly osType: string
  readonly deviceType: string
  readonly browser: string
}

export interface NewFlow {
  /** SHA-256 of the flow's token. */
  readonly tokenHash: Uint8Array
  /** The origin of the program that began it; absent if only the token finds it. */
  readonly origin: Uint8Array | undefined
  readonly mobile: MobileNumber
  readonly goal: SignInGoal
  readonly twoStep: TwoStep
  /** The address for codes by e-mail. */
  readonly email: string | undefined
  readonly begunAt: Date
  /** True if a captcha was passed. */
  readonly begunByPerson: boolean
  /** The user's version at the first step; absent if there is no user yet. */
  readonly trustVersion: number | undefined
  readonly device: SignInDevice
  readonly code: CodeRow
}

export interface SignInFlow extends Omit<NewFlow, 'tokenHash' | 'origin'> {
  readonly id: number
}

/** Identifies the holder of a flow: by its token, or a program by its network and name alone. */
export type FlowHolder =
  | { readonly tokenHashes: readonly Uint8Array[] }
  | { readonly origin: Uint8Array; readonly contact: { readonly mobile: MobileNumber } | { readonly email: string } }

interface Columns extends CodeColumns {
  id: bigint
  kind: SignInGoal['kind']
  mobile: string
  user_id: bigint | null
  password_hash: string | null
  sign_on_issuer: string | null
  sign_on_subject: string | null
  sign_on_email: string | null
  invited_by: bigint | null
  invited_with: string | null
  two_step: TwoStep
  email: string | null
  begun_at: Date
  begun_by_person: boolean
  trust_version: bigint
  os_type: string
  device_type: string
  browser: string
}

export async function insertFlow(database: Queryable, flow: NewFlow): Promise<void> {
  const { goal, code, device } = flow
  const { passwordHash, signOn } = proofOf(goal)
  await database.query(
    `insert into sign_in_flows
      (token_hash, origin, kind, mobile, user_id, password_hash, invited_by, two_step, email, begun_at,
        code_salt, code_hash, code_expires_at, code_tries, os_type, device_type, browser,
        sign_on_issuer, sign_on_subject, sign_on_email, invited_with, begun_by_person, trust_version)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
    [
      flow.tokenHash,
      flow.origin ?? null,
      goal.kind,
      flow.mobile,
      goal.kind === 'sign-up' ? null : (goal.userId ?? null),
      passwordHash ?? null,
      goal.kind === 'sign-up' ? (goal.invitedBy?.inviterId ?? null) : null,
      flow.twoStep,
      flow.email ?? null,
      flow.begunAt,
      code.salt,
      code.hash,
      code.expiresAt,
      code.tries,
      device.osType,
      device.deviceType,
      device.browser,
      signOn?.issuer ?? null,
      signOn?.subject ?? null,
      signOn?.email ?? null,
      goal.kind === 'sign-up' ? (goal.invitedBy?.code ?? null) : null,
      flow.begunByPerson,
      flow.trustVersion ?? 0,
    ],
  )
}

/** The holder's flows that began after a time, newest first, locked until the transaction ends. */
export async function lockFlows(
  tx: Queryable,
  { holder, begunAfter }: { holder: FlowHolder; begunAfter: Date },
): Promise<SignInFlow[]> {
  const [condition, values] = conditionOf(holder)
  // Users are locked before flows: the code that ends flows locks in the same order.
  await tx.query(
    `select 1 from users where id in (select user_id from sign_in_flows where ${condition} and begun_at > $1) order by id for update`,
    [begunAfter, ...values],
  )
  const rows = await tx.query<Columns>(
    `select id, kind, mobile, user_id, password_hash, invited_by, invited_with, two_step, email, begun_at, begun_by_person,
        code_salt, code_hash, code_expires_at, code_tries, os_type, device_type, browser, sign_on_issuer, sign_on_subject, sign_on_email, trust_version
      from sign_in_flows where ${condition} and begun_at > $1 order by id desc for update`,
    [begunAfter, ...values],
  )
  return rows.map(flowOf)
}

function conditionOf(holder: FlowHolder): [string, (Uint8Array | string | readonly Uint8Array[])[]] {
  if ('tokenHashes' in holder) return ['token_hash = any($2::bytea[])', [holder.tokenHashes]]
  if ('mobile' in holder.contact) return ['origin = $2 and mobile = $3', [holder.origin, holder.contact.mobile]]
  return ['origin = $2 and email = $3', [holder.origin, holder.contact.email]]
}

function flowOf(row: Columns): SignInFlow {
  const mobile = parseMobileNumber(row.mobile)
  if (mobile === undefined) throw new Error('a stored sign-in has no mobile number')
  return {
    id: toCount(row.id),
    mobile,
    goal: goalOf(row),
    twoStep: row.two_step,
    email: row.email ?? undefined,
    begunAt: row.begun_at,
    begunByPerson: row.begun_by_person,
    trustVersion: row.user_id === null ? undefined : toCount(row.trust_version),
    device: { osType: row.os_type, deviceType: row.device_type, browser: row.browser },
    code: codeRow(row),
  }
}

function goalOf({ kind, user_id, invited_by, invited_with, ...row }: Columns): SignInGoal {
  const userId = user_id === null ? undefined : toCount(user_id)
  if (kind === 'reset') return { kind, userId }
  if (kind === 'login' && userId !== undefined) return { kind, userId }
  const proof = storedProof(row)
  if (kind === 'login' || proof === undefined) throw new Error(`a stored ${kind} is not whole`)
  const inviterId = invited_by === null ? undefined : toCount(invited_by)
  return {
    kind,
    proof,
    invitedBy: inviterId === undefined ? undefined : { inviterId, code: invited_with ?? undefined },
  }
}

function proofOf(goal: SignInGoal): { readonly passwordHash?: string; readonly signOn?: SignOnPerson } {
  return goal.kind === 'sign-up' ? goal.proof : {}
}

function storedProof(
  row: Pick<Columns, 'password_hash' | (`sign_on_${string}` & keyof Columns)>,
): SignUpProof | undefined {
  const { password_hash: passwordHash, sign_on_issuer: issuer, sign_on_subject: subject, sign_on_email: email } = row
  if (passwordHash !== null) return { passwordHash }
  return issuer === null || subject === null ? undefined : { signOn: { issuer, subject, email: email ?? undefined } }
}

/** Gives a flow a new code: the earlier one and its count of tries are replaced. */
export async function renewCode(tx: Queryable, { id, code }: Pick<SignInFlow, 'id' | 'code'>): Promise<void> {
  await tx.query(
    'update sign_in_flows set code_salt = $2, code_hash = $3, code_expires_at = $4, code_tries = $5 where id = $1',
    [id, code.salt, code.hash, code.expiresAt, code.tries],
  )
}

export async function countWrongTry(tx: Queryable, { id }: Pick<SignInFlow, 'id'>): Promise<void> {
  await tx.query('update sign_in_flows set code_tries = code_tries + 1 where id = $1', [id])
}

export async function deleteFlow(tx: Queryable, { id }: Pick<SignInFlow, 'id'>): Promise<void> {
  await tx.query('delete from sign_in_flows where id = $1', [id])
}

/** From now on only their tokens find these flows. */
export async function demandTokens(
  tx: Queryable,
  { origin, mobile }: { origin: Uint8Array; mobile: MobileNumber },
): Promise<void> {
  await tx.query("update sign_in_flows set origin = null where origin = $1 and mobile = $2 and kind = 'sign-up'", [
    origin,
    mobile,
  ])
}
