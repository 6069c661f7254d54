import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Rejected } from '#contract/rejected.ts'
import { takeNonce } from '../../store/accounts/api-keys.ts'
import type { Queryable } from '../../store/database.ts'
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
   * The caller of a signed call. Refuses API_KEY_REFUSED for any fault; PROGRAMS_PAUSED, UNAVAILABLE and TOO_MANY_REQUESTS only if the
   * signature is right.
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

/** The maximum age of a signed call by its own time. */
export const AGE_MS_MAX = 30_000
/** The maximum lead of a program's clock over ours. */
export const AHEAD_MS_MAX = 1_000

/** The maximum of remembered nonces per key: more than the limit of calls lets through. */
const PER_KEY_MAX = 10_000

export type CallTime = 'new' | 'used' | 'outside' | 'beforeStart' | 'tooMany'

/** The calls that were taken. Asked only about calls with a right signature. */
export interface Nonces {
  take(asked: Asked, now: Date): CallTime | Promise<CallTime>
}

interface Asked {
  readonly keyId: number
  readonly nonce: string
  /** Milliseconds since 1970; NaN if the time is invalid. */
  readonly timeMs: number
}

/**
 * Accepts each signed call once. Nonces are in memory for as long as a call with them would be in time: a row in SQL for
 * each would cost a commit a call. After a restart, calls signed before the start, or within `AHEAD_MS_MAX` after it, are refused,
 * because their nonces are lost and the process before could have accepted them. Programs are therefore refused during the first
 * second of a server, with a code that tells them to try again.
 */
export class UsedNonces implements Nonces {
  /** By key and nonce, with the time until which it is remembered; oldest first. */
  readonly #until = new Map<string, { readonly keyId: number; readonly untilMs: number }>()
  readonly #counts = new Map<number, number>()
  readonly #startedMs: number
  /** Never goes back, so that old calls stay too old even if the clock goes back. */
  #nowMs: number

  constructor(startedAt: Date) {
    this.#startedMs = startedAt.getTime()
    this.#nowMs = this.#startedMs
  }

  /** Called only for calls with a right signature, so that nobody else can fill this memory. */
  take({ keyId, nonce, timeMs }: Asked, now: Date): CallTime {
    this.#nowMs = Math.max(this.#nowMs, now.getTime())
    this.#forget()
    if (!isInTime(timeMs, this.#nowMs)) return 'outside'
    if (timeMs <= this.#startedMs + AHEAD_MS_MAX) return 'beforeStart'
    const entry = `${keyId} ${nonce}`
    if (this.#until.has(entry)) return 'used'
    const count = this.#counts.get(keyId) ?? 0
    if (count >= PER_KEY_MAX) return 'tooMany'
    this.#until.set(entry, { keyId, untilMs: this.#nowMs + AGE_MS_MAX + AHEAD_MS_MAX })
    this.#counts.set(keyId, count + 1)
    return 'new'
  }

  #forget(): void {
    for (const [entry, { keyId, untilMs }] of this.#until) {
      if (untilMs >= this.#nowMs) return
      this.#until.delete(entry)
      const left = (this.#counts.get(keyId) ?? 1) - 1
      if (left > 0) this.#counts.set(keyId, left)
      else this.#counts.delete(keyId)
    }
  }
}

const isInTime = (timeMs: number, nowMs: number) => timeMs >= nowMs - AGE_MS_MAX && timeMs <= nowMs + AHEAD_MS_MAX

/** The same for several processes: each nonce is a row, so that no process takes a call that another one has taken, and a start forgets none. */
export class SharedNonces implements Nonces {
  readonly #database: Queryable

  constructor(database: Queryable) {
    this.#database = database
  }

  async take({ keyId, nonce, timeMs }: Asked, now: Date): Promise<CallTime> {
    if (!isInTime(timeMs, now.getTime())) return 'outside'
    return (await takeNonce(this.#database, { keyId, nonce, at: now })) ? 'new' : 'used'
  }
}
