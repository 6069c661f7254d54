import { generateSync } from 'otplib/functional'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import { provenWith } from '#tests/builders/proven-anew.ts'
import type { AccountServer, Answer } from './account-server.ts'
import { checkCode, logIn, PASSWORD, type SignedUp } from './steps.ts'

export type Method = 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'

const post = ({ ask }: AccountServer, token: string, path: string, json: object = {}): Promise<Answer> =>
  ask(path, { method: 'POST', json, token })

/** Sends the call as a user who has just given a proof for it; so do the functions below. */
const proven =
  (purpose: ProofPurpose) =>
  async (server: AccountServer, token: string, path: string, json: object = {}): Promise<Answer> => {
    await provenWith(server.accounts, token, purpose)
    return post(server, token, path, json)
  }

export const sendVerificationCode = (server: AccountServer, token: string, method: Method, json: object = {}) =>
  proven('TWO_STEP')(server, token, `/users/send-verification-code?twoStepAuthorization=${method}`, json)

export const changeOtp = (server: AccountServer, token: string, method: Method, code: string) =>
  proven('TWO_STEP')(server, token, `/users/change-otp?twoStepAuthorization=${method}`, { code })

export const sendCode = (server: AccountServer, token: string, purpose?: ProofPurpose) =>
  post(server, token, '/users/send-code', { purpose })

export const prove = (server: AccountServer, token: string, code: string, purpose?: ProofPurpose) =>
  post(server, token, '/users/prove', { code, purpose })

export const changePassword = (server: AccountServer, token: string, oldPassword: string, password: string) =>
  proven('PASSWORD')(server, token, '/users/change-password', { oldPassword, password })

export const securityOf = async ({ ask }: AccountServer, token: string) =>
  (await ask('/users/security', { token })).body.baseDTO

/** The code that an authenticator with this link shows now. */
export function codeOfLink(server: AccountServer, link: unknown): string {
  const secret = new URL(String(link)).searchParams.get('secret') ?? ''
  return generateSync({ secret, epoch: server.accounts.now().getTime() / 1_000 })
}

/** Switches to an authenticator. @returns its link and the recovery codes */
export async function withAuthenticator(server: AccountServer, token: string) {
  const { body } = await sendVerificationCode(server, token, 'GOOGLE_AUTHENTICATOR')
  const link = body.baseDTO?.qrCodeLink
  const changed = await changeOtp(server, token, 'GOOGLE_AUTHENTICATOR', codeOfLink(server, link))
  const codes = changed.body.baseDTO?.recoveryCodes
  if (!Array.isArray(codes)) throw new Error(`the authenticator was refused: ${changed.body.code}`)
  return { link, recoveryCodes: codes.map(String) }
}

/** Another session of the same user, on another device. */
export async function loggedInAgain(server: AccountServer, { mobile }: SignedUp, password = PASSWORD): Promise<string> {
  await logIn(server, mobile, { password })
  const { body } = await checkCode(server, mobile, { code: server.codeFor(mobile) })
  if (body.token === undefined) throw new Error(`the login ended with ${body.code}`)
  return body.token
}

export async function userIdOf(server: AccountServer, token: string): Promise<number> {
  const caller = await server.accounts.sessions.findCaller(token)
  if (!caller) throw new Error('the session is not there')
  return caller.userId
}

/** The kinds of the user's events in the audit log, oldest first. */
export async function eventsOf({ accounts: { database } }: AccountServer, userId: number): Promise<string[]> {
  const rows = await database.query<{ kind: string }>('select kind from audit_log where user_id = $1 order by id', [
    userId,
  ])
  return rows.map(({ kind }) => kind)
}

/** The kinds of the user's notices, oldest first. */
export async function noticesOf({ accounts: { database } }: AccountServer, userId: number): Promise<string[]> {
  const rows = await database.query<{ kind: string }>('select kind from notices where user_id = $1 order by id', [
    userId,
  ])
  return rows.map(({ kind }) => kind)
}

/** The remaining hours in which withdrawals are held. */
export async function hoursHeld({ accounts }: AccountServer, userId: number): Promise<number | undefined> {
  const [row] = await accounts.database.query<{ withdrawals_held_until: Date | null }>(
    'select withdrawals_held_until from users where id = $1',
    [userId],
  )
  const until = row?.withdrawals_held_until
  return until ? (until.getTime() - accounts.now().getTime()) / 3_600_000 : undefined
}
