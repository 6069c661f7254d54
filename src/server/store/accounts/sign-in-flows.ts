import { toCount } from '#domain/counts.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Invitation } from '#domain/referral-code.ts'
import type { Queryable, Transaction } from '../database.ts'
import { insertWithId, readRows } from '../rows.ts'
import { CODE_COLUMNS, type CodeKey, type CodeRow, codeRow, saveCode, type TwoStep } from './one-time-codes.ts'
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

export const flowCode = ({ id }: Pick<SignInFlow, 'id'>): CodeKey => ({ purpose: 'sign-in', subject: id })

type Row = CodeRow &
  Pick<SignInFlow, 'twoStep' | 'begunAt' | 'begunByPerson'> &
  SignInDevice & {
    id: bigint
    kind: SignInGoal['kind']
    mobile: string
    userId: bigint | null
    passwordHash: string | null
    issuer: string | null
    signOnSubject: string | null
    signOnEmail: string | null
    invitedBy: bigint | null
    invitedWith: string | null
    email: string | null
    trustVersion: bigint
  }

/** Stores a flow with its code. */
export async function insertFlow(tx: Transaction, flow: NewFlow): Promise<void> {
  const { goal, device, code, trustVersion = 0, ...begun } = flow
  const id = await insertWithId(tx, 'sign_in_flows', { ...begun, ...device, trustVersion, ...columnsOf(goal) })
  await saveCode(tx, flowCode({ id }), code)
}

function columnsOf(goal: SignInGoal) {
  const { kind } = goal
  if (goal.kind !== 'sign-up') return { kind, userId: goal.userId }
  const { proof, invitedBy } = goal
  const by = 'signOn' in proof ? proof.signOn : undefined
  const person = { signOnIssuer: by?.issuer, signOnSubject: by?.subject, signOnEmail: by?.email }
  const invitation = { invitedBy: invitedBy?.inviterId, invitedWith: invitedBy?.code }
  return { kind, passwordHash: 'signOn' in proof ? undefined : proof.passwordHash, ...person, ...invitation }
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
  return readRows(
    tx,
    flowOf,
    `select id, kind, mobile, user_id as "userId", password_hash as "passwordHash", invited_by as "invitedBy", invited_with as "invitedWith",
        two_step as "twoStep", email, begun_at as "begunAt", begun_by_person as "begunByPerson", os_type as "osType",
        device_type as "deviceType", browser, sign_on_issuer as issuer, sign_on_subject as "signOnSubject", sign_on_email as "signOnEmail",
        trust_version as "trustVersion", ${CODE_COLUMNS}
      from sign_in_flows join one_time_codes on purpose = 'sign-in' and subject = id
      where ${condition} and begun_at > $1 order by id desc for update`,
    [begunAfter, ...values],
  )
}

function conditionOf(holder: FlowHolder): [string, (Uint8Array | string | readonly Uint8Array[])[]] {
  if ('tokenHashes' in holder) return ['token_hash = any($2::bytea[])', [holder.tokenHashes]]
  if ('mobile' in holder.contact) return ['origin = $2 and mobile = $3', [holder.origin, holder.contact.mobile]]
  return ['origin = $2 and email = $3', [holder.origin, holder.contact.email]]
}

function flowOf(row: Row): SignInFlow {
  const { twoStep, begunAt, begunByPerson, osType, deviceType, browser } = row
  const mobile = parseMobileNumber(row.mobile)
  if (mobile === undefined) throw new Error('a stored sign-in has no mobile number')
  return {
    ...{ id: toCount(row.id), mobile, goal: goalOf(row), twoStep, email: row.email ?? undefined },
    ...{ begunAt, begunByPerson, trustVersion: row.userId === null ? undefined : toCount(row.trustVersion) },
    ...{ device: { osType, deviceType, browser }, code: codeRow(row) },
  }
}

function goalOf(row: Row): SignInGoal {
  const { kind, invitedBy, invitedWith } = row
  const userId = row.userId === null ? undefined : toCount(row.userId)
  if (kind === 'reset') return { kind, userId }
  if (kind === 'login' && userId !== undefined) return { kind, userId }
  const proof = storedProof(row)
  if (kind === 'login' || proof === undefined) throw new Error(`a stored ${kind} is not whole`)
  const invitation = invitedBy === null ? undefined : { inviterId: toCount(invitedBy), code: invitedWith ?? undefined }
  return { kind, proof, invitedBy: invitation }
}

function storedProof({
  passwordHash,
  issuer,
  signOnSubject: subject,
  signOnEmail: email,
}: Row): SignUpProof | undefined {
  if (passwordHash !== null) return { passwordHash }
  return issuer === null || subject === null ? undefined : { signOn: { issuer, subject, email: email ?? undefined } }
}

/** Its code goes with it. */
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
