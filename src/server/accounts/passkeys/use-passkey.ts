import { Rejected, rejected } from '#contract/rejected.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { insertLogin } from '../../store/accounts/logins.ts'
import {
  findPasskey,
  type PasskeyRow,
  type PasskeyUser,
  readPasskeys,
  readPasskeyUser,
  recordPasskeyUse,
} from '../../store/accounts/passkeys.ts'
import { saveProof } from '../../store/accounts/sessions.ts'
import { lockStanding } from '../../store/accounts/users.ts'
import type { Transaction } from '../../store/database.ts'
import type { Visitor } from '../accounts.ts'
import type { Actor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { type DeviceClaims, describeDevice, deviceOf } from '../device.ts'
import { addressOf, countAgainst, networkOf } from '../limits.ts'
import { type OpenedSession, openSession } from '../sign-in/open-session.ts'
import type { SignInVisitor } from '../sign-in/tokens.ts'
import { knownOnWire } from './own-passkeys.ts'
import { beginFlow, endFlow, FLOW_MS, type Passkeys } from './passkeys.ts'

/** A device's signed answer. */
interface Assertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string | undefined
}

/** A passkey that has just signed our question. */
export interface CheckedPasskey {
  readonly passkey: PasskeyRow
  readonly user: PasskeyUser
  readonly counter: number
  readonly backedUp: boolean
}

interface Answer {
  readonly assertion: Assertion
  readonly expectedChallenge: string
}

/** The passkey that made the answer. Refuses PASSKEY_REFUSED for any fault of it, and counts that. */
async function checkAssertion(
  passkeys: Passkeys,
  answer: Answer,
  { ip }: Pick<Actor, 'ip'>,
): Promise<CheckedPasskey | Rejected> {
  const { database, now } = passkeys.accounts
  const passkey = await findPasskey(database, Buffer.from(answer.assertion.id, 'base64url'))
  const checked = passkey && (await checkAnswer(passkeys, passkey, answer))
  if (checked) return checked
  await countRefusal(database, { kind: 'PASSKEY_REFUSED', userId: passkey?.userId, ip, at: now() })
  return rejected('PASSKEY_REFUSED')
}

async function checkAnswer(
  { accounts, site }: Passkeys,
  passkey: PasskeyRow,
  { assertion, expectedChallenge }: Answer,
): Promise<CheckedPasskey | undefined> {
  const { id, userHandle, ...signed } = assertion
  const user = await readPasskeyUser(accounts.database, passkey.userId)
  if (!user?.handle) return undefined
  if (userHandle !== undefined && !Buffer.from(userHandle, 'base64url').equals(user.handle)) return undefined
  // Libraries that few calls need are loaded with their first use, here and elsewhere: a start took a fifth longer with them.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      requireUserVerification: true,
      // We check for a decreasing counter ourselves, after the signature: the library would treat it as any other fault.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
    return { passkey, user, counter, backedUp }
  } catch {
    // The library throws a message for any fault of an answer.
    return undefined
  }
}

/**
 * Records the use of a passkey. Refuses PASSKEY_REFUSED if its counter did not grow, which reveals a copy of the key, and
 * records that; then nothing else may follow in the transaction.
 */
async function usePasskey(
  tx: Transaction,
  { passkey, counter, backedUp }: CheckedPasskey,
  { at, actor }: { at: Date; actor: Omit<Actor, 'userId'> },
): Promise<Rejected | undefined> {
  if (await recordPasskeyUse(tx, { id: passkey.id, counter, backedUp, at })) return undefined
  const details = { passkey: passkey.id, before: passkey.counter, after: counter }
  await recordEvent(tx, { at, kind: 'PASSKEY_COUNTER_WENT_BACK', userId: passkey.userId, ...actor, details })
  return rejected('PASSKEY_REFUSED')
}

/** Begun logins by passkey of one network per quarter of an hour; an answer costs the check of a signature. */
const LOGINS_PER_ADDRESS_MAX = 100

/** The options with which a browser logs in, by any of its passkeys. Refuses TOO_MANY_REQUESTS. */
export async function beginPasskeyLogin({ accounts, site }: Passkeys, { ip }: Pick<Visitor, 'ip'>) {
  const limit = { kind: 'passkey-login:address', subject: networkOf(ip), max: LOGINS_PER_ADDRESS_MAX }
  const tooMany = await countAgainst(accounts.database, { limit, at: accounts.now() })
  if (tooMany) return tooMany
  const { flowToken, challenge } = await beginFlow(accounts, { purpose: 'LOGIN' })
  const options = {
    challenge,
    rpId: site.domain,
    timeout: FLOW_MS,
    userVerification: 'required' as const,
    allowCredentials: [],
  }
  return { flowToken, options }
}

export interface PasskeyLogin {
  readonly flowToken: string
  readonly credential: Assertion
  readonly device: DeviceClaims
}

/**
 * A login by a passkey: having the device and unlocking it are both steps.
 * Refuses PASSKEY_EXPIRED, PASSKEY_REFUSED, LOGIN_NOT_ALLOWED.
 */
export async function loginByPasskey(
  passkeys: Passkeys,
  { flowToken, credential, device: claims }: PasskeyLogin,
  visitor: SignInVisitor,
): Promise<OpenedSession | Rejected> {
  const { database, now } = passkeys.accounts
  const expectedChallenge = await endFlow(passkeys.accounts, { flowToken, purpose: 'LOGIN' })
  if (expectedChallenge instanceof Rejected) return expectedChallenge
  // No user was named before, so the device must name the key's owner.
  if (credential.userHandle === undefined) return rejected('PASSKEY_REFUSED')
  const checked = await checkAssertion(passkeys, { assertion: credential, expectedChallenge }, visitor)
  if (checked instanceof Rejected) return checked
  const { userId } = checked.passkey
  const at = now()
  const ip = addressOf(visitor.ip)
  const device = deviceOf(claims, visitor.userAgent)
  const actor = { ip, device: describeDevice(device) }
  return database.transaction(async (tx) => {
    // Locked before the passkey, as in every action that ends passkeys.
    const { blocked } = await lockStanding(tx, userId)
    const refused = await usePasskey(tx, checked, { at, actor })
    if (refused) return refused
    if (blocked) {
      await insertLogin(tx, { userId, attempt: { at, ip, successful: false, ...device } })
      await countRefusal(tx, { kind: 'LOGIN_WHILE_FROZEN', userId, ip, at })
      return rejected('LOGIN_NOT_ALLOWED')
    }
    const details = { by: 'PASSKEY', passkey: checked.passkey.id }
    return openSession(tx, passkeys.accounts, { userId, how: 'LOGGED_IN', details, provenByKey: true, device, visitor })
  })
}

/** The options with which a browser proves that the user is present. Refuses NO_PASSKEYS. */
export const beginPasskeyProof = (passkeys: Passkeys, userId: number) =>
  beginOwn(passkeys, { purpose: 'PROVE', userId })

/** The options with which a browser confirms one withdrawal. Refuses NO_PASSKEYS. */
export const beginPasskeyWithdrawal = (passkeys: Passkeys, whose: { userId: number; boundTo: string }) =>
  beginOwn(passkeys, { purpose: 'WITHDRAW', ...whose })

async function beginOwn(
  { accounts, site }: Passkeys,
  flow: { readonly purpose: 'PROVE' | 'WITHDRAW'; readonly userId: number; readonly boundTo?: string },
) {
  const known = await readPasskeys(accounts.database, flow.userId)
  if (known.length === 0) return rejected('NO_PASSKEYS')
  const { flowToken, challenge } = await beginFlow(accounts, flow)
  const options = {
    challenge,
    rpId: site.domain,
    timeout: FLOW_MS,
    userVerification: 'required' as const,
    allowCredentials: known.map(knownOnWire),
  }
  return { flowToken, options }
}

export interface PasskeyProof {
  readonly flowToken: string
  readonly credential: Assertion
  readonly sessionId: number
  readonly purpose?: ProofPurpose | undefined
}

/** Marks the caller's session as proven, for a purpose or for all that a login proves, too. Refuses PASSKEY_EXPIRED, PASSKEY_REFUSED. */
export async function proveByPasskey(
  passkeys: Passkeys,
  { flowToken, credential, sessionId, purpose }: PasskeyProof,
  actor: Actor,
): Promise<Rejected | undefined> {
  const { database, sessions, now } = passkeys.accounts
  const { userId } = actor
  const checked = await checkOwn(passkeys, { flowToken, credential, purpose: 'PROVE' }, actor)
  if (checked instanceof Rejected) return checked
  const at = now()
  const refused = await database.transaction(async (tx) => {
    const refusal = await usePasskey(tx, checked, { at, actor })
    if (refusal) return refusal
    await saveProof(tx, { sessionId, purpose, keySince: checked.passkey.createdAt, at })
    await recordEvent(tx, {
      at,
      kind: 'PROVEN_ANEW',
      ...actor,
      details: { by: 'PASSKEY', passkey: checked.passkey.id, for: purpose ?? null },
    })
    return undefined
  })
  if (!refused) sessions.refresh(userId)
  return refused
}

interface OwnAnswer {
  readonly flowToken: string
  readonly credential: Assertion
  readonly purpose: 'PROVE' | 'WITHDRAW'
  readonly boundTo?: string
}

/** Ends a flow of the caller by the answer of the caller's own passkey. Refuses PASSKEY_EXPIRED, PASSKEY_REFUSED. */
async function checkOwn(
  passkeys: Passkeys,
  { flowToken, credential, ...flow }: OwnAnswer,
  actor: Actor,
): Promise<CheckedPasskey | Rejected> {
  const { database, now } = passkeys.accounts
  const { userId } = actor
  const expectedChallenge = await endFlow(passkeys.accounts, { flowToken, userId, ...flow })
  if (expectedChallenge instanceof Rejected) return expectedChallenge
  const checked = await checkAssertion(passkeys, { assertion: credential, expectedChallenge }, actor)
  if (checked instanceof Rejected || checked.passkey.userId === userId) return checked
  await countRefusal(database, { kind: 'PASSKEY_REFUSED', userId, ip: actor.ip, at: now() })
  return rejected('PASSKEY_REFUSED')
}

/** An answer that confirms one withdrawal. */
export interface PasskeyWithdrawal {
  readonly flowToken: string
  readonly credential: Assertion
}

/** Uses up the answer of a passkey for one withdrawal: it confirms no other. Refuses PASSKEY_EXPIRED, PASSKEY_REFUSED. */
export async function takePasskeyWithdrawal(
  passkeys: Passkeys,
  { boundTo, ...answer }: PasskeyWithdrawal & { readonly boundTo: string },
  actor: Actor,
): Promise<Rejected | undefined> {
  const checked = await checkOwn(passkeys, { ...answer, purpose: 'WITHDRAW', boundTo }, actor)
  if (checked instanceof Rejected) return checked
  const { database, now } = passkeys.accounts
  return database.transaction((tx) => usePasskey(tx, checked, { at: now(), actor }))
}
