import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Rejected } from '#contract/rejected.ts'
import type { KeyCaller } from '../sessions.ts'

/** A call signed by a program, as received. Nothing of it is trusted before its signature is checked. */
export interface SignedCall {
  readonly key: string
  /** By the program's clock, ISO 8601 in UTC with milliseconds; it may be invalid. */
  readonly time: string
  /** Chosen by the program, different for each call. */
  readonly nonce: string
  /** Hexadecimal. */
  readonly signature: string
  readonly method: string
  /** With its query, exactly as requested: "/api/orders?size=10". */
  readonly path: string
  /** SHA-256 of the body in hexadecimal; of zero bytes without a body. */
  readonly bodyHash: string
  readonly ip: string
}

/** The keys of all users, for the guard and the verbs that change keys. */
export interface ApiKeys {
  /**
   * The caller of a signed call. Refuses API_KEY_REFUSED for any fault; UNAVAILABLE and TOO_MANY_REQUESTS only if the signature
   * is right.
   */
  findSigner(call: SignedCall): Promise<KeyCaller | Rejected>
  /** The next call by each of the user's keys reads key and user again. Called after a change of either is committed. */
  refresh(userId: number): void
  /** The same for every key. */
  refreshAll(): void
}

type Signed = Pick<SignedCall, 'time' | 'nonce' | 'method' | 'path' | 'bodyHash'>

/** HMAC-SHA-256 by the key's secret over five lines. The secret is the text that its owner has seen. */
export const signatureOf = (secret: string, { time, nonce, method, path, bodyHash }: Signed): Buffer =>
  createHmac('sha256', secret).update([time, nonce, method, path, bodyHash].join('\n')).digest()

/** Takes the same time for any fault of the signature. */
export function isSignedBy(secret: string, call: SignedCall): boolean {
  const sent = Buffer.from(call.signature, 'hex')
  const expected = signatureOf(secret, call)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
