import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Rejected } from '#contract/rejected.ts'
import type { KeyCaller } from '../sessions.ts'

/** A call that a program has signed, as it came. Nothing of it is believed before its signature is checked. */
export interface SignedCall {
  readonly key: string
  /** By the program's clock, ISO 8601 in UTC with milliseconds; it may be no time at all. */
  readonly time: string
  /** Of the program's own choice, another one for each call. */
  readonly nonce: string
  /** Hexadecimal. */
  readonly signature: string
  readonly method: string
  /** With its query, letter by letter as it was asked for: "/api/orders?size=10". */
  readonly path: string
  /** SHA-256 of the body, hexadecimal; of nothing where there is none. */
  readonly bodyHash: string
  readonly ip: string
}

/** The keys of all users, as the guard and the verbs that change them see them. */
export interface ApiKeys {
  /**
   * The caller of a signed call. Refuses API_KEY_REFUSED whatever is wrong; UNAVAILABLE and TOO_MANY_REQUESTS only where the signature
   * is right.
   */
  findSigner(call: SignedCall): Promise<KeyCaller | Rejected>
  /** The next call by each of the user's keys reads key and user anew. Called after a change of either is committed. */
  refresh(userId: number): void
  /** The next call by every key does. */
  refreshAll(): void
}

type Signed = Pick<SignedCall, 'time' | 'nonce' | 'method' | 'path' | 'bodyHash'>

/** HMAC-SHA-256 by the key's secret over five lines. The secret is used as the text that its owner was shown. */
export const signatureOf = (secret: string, { time, nonce, method, path, bodyHash }: Signed): Buffer =>
  createHmac('sha256', secret).update([time, nonce, method, path, bodyHash].join('\n')).digest()

/** Takes the same time whatever is wrong with the signature. */
export function isSignedBy(secret: string, call: SignedCall): boolean {
  const sent = Buffer.from(call.signature, 'hex')
  const expected = signatureOf(secret, call)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
