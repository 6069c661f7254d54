import { randomBytes } from 'node:crypto'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { insertChallenge, type PasskeyPurpose, takeChallenge } from '../../store/accounts/passkeys.ts'
import type { Accounts } from '../accounts.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'

/** The site of the passkeys: they work on no other. It comes from PUBLIC_URL, never from a request. */
export interface PasskeySite {
  /** "https://kimia.example". */
  readonly origin: string
  /** "kimia.example"; browsers refuse a numeric address. */
  readonly domain: string
}

/** The dependencies of the passkey verbs. */
export interface Passkeys {
  readonly accounts: Accounts
  readonly site: PasskeySite
}

export const passkeySite = (publicUrl: string): PasskeySite => {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, domain: hostname }
}

/** ES256, RS256, EdDSA, by their numbers in COSE. Browsers would also take experimental ones that the library offers. */
export const ALGORITHMS = [-7, -257, -8]

/** The time that a device has to answer. */
export const FLOW_MS = 5 * 60_000

export const PASSKEYS_MAX = 20

export const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const RANDOM_BYTES = 32

export interface BegunFlow {
  readonly flowToken: string
  /** In base64url, as in the options. */
  readonly challenge: string
}

/** A new challenge, bound to its purpose, its user, its withdrawal if it is for one, and the token of its flow. A user has one open question of a kind at a time. */
export async function beginFlow(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { purpose, userId, boundTo }: { purpose: PasskeyPurpose; userId?: number; boundTo?: string },
): Promise<BegunFlow> {
  const challenge = randomBytes(RANDOM_BYTES)
  const flowToken = newToken()
  const at = now()
  const expiresAt = new Date(at.getTime() + FLOW_MS)
  await insertChallenge(database, {
    flowHash: hashToken(flowToken),
    purpose,
    userId,
    challenge,
    boundTo,
    expiresAt,
    at,
  })
  return { flowToken, challenge: toBase64Url(challenge) }
}

/** Returns the challenge of a flow and ends the flow, so that it takes one answer. Refuses PASSKEY_EXPIRED, also if the flow is of another user or withdrawal. */
export async function endFlow(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  {
    flowToken,
    purpose,
    userId,
    boundTo,
  }: { flowToken: string; purpose: PasskeyPurpose; userId?: number; boundTo?: string },
): Promise<string | Rejected> {
  const flow = await takeChallenge(database, { flowHash: hashToken(flowToken), purpose })
  const isAnother = flow?.userId !== userId || flow?.boundTo !== boundTo
  if (!flow || isAnother || flow.expiresAt <= now()) return rejected('PASSKEY_EXPIRED')
  return toBase64Url(flow.challenge)
}
