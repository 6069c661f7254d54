import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { SmsPurpose } from '../providers/sms/sms.ts'
import type { CodeRow } from '../store/accounts/code-row.ts'

/** Each purpose's code: its digits, and how long it lives. Whoever signs up may have to look for the phone first. */
export const CODES = {
  'sign-up': { digits: 6, seconds: 300 },
  login: { digits: 6, seconds: 120 },
  identity: { digits: 5, seconds: 120 },
  password: { digits: 6, seconds: 120 },
  'two-step': { digits: 6, seconds: 120 },
  withdrawal: { digits: 6, seconds: 120 },
} as const satisfies Record<SmsPurpose, { digits: number; seconds: number }>

export const CODE_TRIES_MAX = 5

/** A fresh code: the digits to send, and what is kept of them. */
export function makeCode({ purpose, at }: { purpose: SmsPurpose; at: Date }): {
  readonly text: string
  readonly kept: CodeRow
} {
  const { digits, seconds } = CODES[purpose]
  const text = Array.from({ length: digits }, () => randomInt(10)).join('')
  const salt = randomBytes(16)
  const expiresAt = new Date(at.getTime() + seconds * 1_000)
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
