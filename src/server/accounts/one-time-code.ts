import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { CodeRow } from '../store/accounts/code-row.ts'

export const CODE_SECONDS = 120
export const CODE_TRIES_MAX = 5

/** Digits of a sign-in code and of an identity code. */
export const SIGN_IN_DIGITS = 6
export const IDENTITY_DIGITS = 5

/** A fresh code: the digits to send, and what is kept of them. */
export function makeCode({ digits, at }: { digits: number; at: Date }): {
  readonly text: string
  readonly kept: CodeRow
} {
  const text = Array.from({ length: digits }, () => randomInt(10)).join('')
  const salt = randomBytes(16)
  const expiresAt = new Date(at.getTime() + CODE_SECONDS * 1_000)
  return { text, kept: { salt, hash: hashCode(salt, text), expiresAt, tries: 0 } }
}

export type Judgement = 'right' | 'wrong' | 'expired' | 'used-up'

/** An expired or used-up code is never compared, so that nothing can be learned about it. */
export function judgeCode(kept: CodeRow, { text, at }: { text: string; at: Date }): Judgement {
  if (kept.expiresAt <= at) return 'expired'
  if (kept.tries >= CODE_TRIES_MAX) return 'used-up'
  return timingSafeEqual(hashCode(kept.salt, text), kept.hash) ? 'right' : 'wrong'
}

const hashCode = (salt: Uint8Array, text: string) => createHmac('sha256', salt).update(text).digest()
