import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { OPERATOR_ROLES, type OperatorRole } from '#domain/operator-rights.ts'
import { PROOF_PURPOSES, type ProofPurpose } from '#domain/proof-purpose.ts'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import { createOperator } from '#server/accounts/operators/add-operator.ts'
import { createOperatorSessions } from '#server/accounts/operators/operator-sessions.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { type ProgramKey, signCall } from '#tests/builders/sign-call.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import type { WholeServer } from '#tests/builders/whole-server.ts'

type Headers = Readonly<Record<string, string>>

/** A caller: returns the headers of each call. The path is complete. */
export type Caller = (call: { readonly method: string; readonly path: string }) => Promise<Headers>

export const DEVICE = { ip: '5.160.1.1', osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' }

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const cookie = (token: string): Headers => ({ cookie: `kimia_session=${token}`, 'x-kimia-client': '1' })

interface Opened {
  /** Minutes since its login. */
  readonly minutes?: number
  /** The purpose of a proof in addition to the login. */
  readonly provenFor?: ProofPurpose | undefined
}

/** A new session of a user. */
export async function openSession(
  database: Database,
  userId: number,
  { minutes = 0, provenFor }: Opened = {},
): Promise<string> {
  const at = new Date(Date.now() - minutes * 60_000)
  const token = await createSessions({ database, now: () => at, settings: ACCOUNT_SETTINGS }).create(database, {
    userId,
    ...DEVICE,
  })
  if (provenFor)
    await database.query('update sessions set proven_anew_at = $2, proven_for = $3 where user_id = $1', [
      userId,
      at,
      provenFor,
    ])
  return token
}

/** One caller of each kind. A customer's or an operator's session is new in every call, since some calls end it. */
export async function everyCaller({ database, url }: WholeServer): Promise<ReadonlyMap<string, Caller>> {
  const user = async (change?: string) => {
    const { userId } = await verifiedUser(database)
    if (change) await database.query(`update users set ${change} where id = $1`, [userId])
    return userId
  }
  const program =
    (userId: number): Caller =>
    async () =>
      bearer(await openSession(database, userId))
  const browser =
    (userId: number, opened: Opened): Caller =>
    async () =>
      cookie(await openSession(database, userId, opened))
  const frozen = await verifiedUser(database)
  await database.query('update users set blocked_at = now() where id = $1', [frozen.userId])
  const keeper = await user()
  const signer = async (right: string): Promise<Caller> => {
    const key = await makeKey(url, await openSession(database, keeper, { provenFor: 'ACCESS' }), right)
    return async ({ method, path }) => signCall(key, { method, path, at: new Date() })
  }
  const operator = async (roles: readonly OperatorRole[]): Promise<Caller> => {
    const operatorId = await newOperator(database, roles)
    return async () => bearer(await openOperatorSession(database, operatorId))
  }
  const removedId = await newOperator(database, ['ADMIN'])
  const removed = await openOperatorSession(database, removedId)
  await database.query('update users set blocked_at = now() where id = $1', [removedId])
  const callers: [string, Caller][] = [
    ['visitor', async () => ({})],
    ['wrong token', async () => bearer('x'.repeat(43))],
    ['unverified', program(await user(`verification = 'UNAUTHORIZED'`))],
    ['verified', program(await user())],
    ['supervisor', program(await user(`level = 'SUPERVISOR'`))],
    ['frozen', async () => bearer(frozen.token)],
    ['long ago', browser(await user(), { minutes: 11 })],
    ['just now', browser(await user(), {})],
    ['key read', await signer('read')],
    ['key trade', await signer('trade')],
    ['key withdraw', await signer('withdraw')],
    ['removed operator', async () => bearer(removed)],
  ]
  for (const purpose of PROOF_PURPOSES)
    callers.push([`proven ${purpose}`, browser(await user(), { provenFor: purpose })])
  for (const role of OPERATOR_ROLES) callers.push([role, await operator([role])])
  return new Map(callers)
}

export const newOperator = (database: Database, roles: readonly OperatorRole[]): Promise<number> =>
  database.transaction(async (tx) => {
    const mobile = iranianIdentity().mobileNumber
    const id = await createOperator(tx, { mobile, name: `Operator ${roles.join(' ')}`, roles, at: new Date() })
    if (id === undefined) throw new Error('the number is taken')
    return id
  })

export async function openOperatorSession(database: Database, operatorId: number): Promise<string> {
  const sessions = createOperatorSessions({ database, now: () => new Date() })
  const opened = { operatorId, ip: DEVICE.ip, device: 'desktop' }
  return (await database.transaction((tx) => sessions.create(tx, opened))).token
}

const Made = z.object({ baseDTO: z.object({ id: z.string(), key: z.string(), secret: z.string() }) })

export async function makeKey(
  url: string,
  token: string,
  right: string,
): Promise<ProgramKey & { readonly id: string }> {
  const answer = await fetch(`${url}/api/users/api-keys`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ name: right, rights: [right], addresses: ['127.0.0.1'] }),
  })
  return Made.parse(await answer.json()).baseDTO
}
