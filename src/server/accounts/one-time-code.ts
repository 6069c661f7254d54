import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Language } from '#domain/market-state.ts'
import { type MobileNumber, maskMobileNumber } from '#domain/mobile-number.ts'
import type { SmsPurpose } from '../providers/sms/sms.ts'
import { type CodeKey, type CodeRow, countWrongTry } from '../store/accounts/one-time-codes.ts'
import type { Transaction } from '../store/database.ts'
import type { Accounts } from './accounts.ts'
import { codeEmail } from './code-email.ts'
import { tooMany } from './limits.ts'

/** The digits and the lifetime of each purpose's code. A new user may have to fetch the phone first. */
const CODES = {
  'sign-up': { digits: 6, seconds: 300 },
  login: { digits: 6, seconds: 120 },
  identity: { digits: 5, seconds: 120 },
  password: { digits: 6, seconds: 120 },
  'two-step': { digits: 6, seconds: 120 },
  'change-password': { digits: 6, seconds: 120 },
  'change-two-step': { digits: 6, seconds: 120 },
  'change-mobile': { digits: 6, seconds: 120 },
  'change-email': { digits: 6, seconds: 120 },
  access: { digits: 6, seconds: 120 },
  addresses: { digits: 6, seconds: 120 },
  withdrawal: { digits: 6, seconds: 120 },
  'operator-set-up': { digits: 6, seconds: 300 },
} as const satisfies Record<SmsPurpose, { digits: number; seconds: number }>

/** The lifetime of a purpose's code. */
export const codeSeconds = (purpose: SmsPurpose): number => CODES[purpose].seconds

export const CODE_TRIES_MAX = 5

/** A new code: the digits to send, and the row to store. */
export function makeCode({ purpose, at }: { purpose: SmsPurpose; at: Date }): {
  readonly text: string
  readonly kept: CodeRow
} {
  const { digits, seconds } = CODES[purpose]
  const text = Array.from({ length: digits }, () => randomInt(10)).join('')
  return { text, kept: keepCode(text, new Date(at.getTime() + seconds * 1_000)) }
}

/** The stored form of a code. */
export function keepCode(text: string, expiresAt: Date): CodeRow {
  const salt = randomBytes(16)
  return { salt, hash: hashCode(salt, text), expiresAt, tries: 0 }
}

export type CodeResult = 'right' | 'wrong' | 'expired' | 'used-up'

/** Whether a code can still be tried. */
export function codeState({ expiresAt, tries }: CodeRow, at: Date): 'open' | 'expired' | 'used-up' {
  if (expiresAt <= at) return 'expired'
  return tries >= CODE_TRIES_MAX ? 'used-up' : 'open'
}

/**
 * The remaining whole seconds of a code that was sent less than `withinMs` ago, after which no other is sent yet. `undefined` for an older one, and for
 * one that can no longer be tried.
 */
export function secondsOfJustSent(
  kept: CodeRow,
  { purpose, at, withinMs }: { purpose: SmsPurpose; at: Date; withinMs: number },
): number | undefined {
  if (codeState(kept, at) !== 'open') return undefined
  const leftMs = kept.expiresAt.getTime() - at.getTime()
  const ageMs = codeSeconds(purpose) * 1_000 - leftMs
  return ageMs < withinMs ? Math.ceil(leftMs / 1_000) : undefined
}

/** An expired or used-up code is never compared, so that its refusal reveals nothing about it. */
export function checkCode(kept: CodeRow, { text, at }: { text: string; at: Date }): CodeResult {
  const state = codeState(kept, at)
  if (state !== 'open') return state
  return timingSafeEqual(hashCode(kept.salt, text), kept.hash) ? 'right' : 'wrong'
}

/** Counts a wrong try in the transaction of the check. @returns the refusal */
export async function refuseTry(
  tx: Transaction,
  {
    key,
    kept,
    result,
    at,
  }: { key: CodeKey; kept: CodeRow | undefined; result: Exclude<CodeResult, 'right'>; at: Date },
): Promise<Rejected> {
  if (!kept || result === 'expired') return rejected('CODE_EXPIRED')
  if (result === 'used-up') return tooMany('TOO_MANY_TRIES', { until: kept.expiresAt, at })
  await countWrongTry(tx, key)
  return rejected('INCORRECT_OTP')
}

const hashCode = (salt: Uint8Array, text: string) => createHmac('sha256', salt).update(text).digest()

/** The time after the password in which a code may still be requested and given. */
export const SIGN_IN_MS = 30 * 60_000

/** Sign-ins begun before this are over. */
export const flowsBegunAfter = (now: Date) => new Date(now.getTime() - SIGN_IN_MS)

/** The destination of a code. */
export type Contact =
  | { readonly channel: 'SMS'; readonly mobile: MobileNumber }
  | { readonly channel: 'EMAIL'; readonly email: string }

export interface CodeSent {
  readonly channel: Contact['channel']
  /** "0912***4567", "m***@example.com". */
  readonly maskedContact: string
  readonly expiresInSeconds: number
}

export interface CodeToSend {
  readonly to: Contact
  readonly purpose: SmsPurpose
  readonly language: Language
  readonly code: string
  /** The user's own phrase; absent without one, or before there is a user. */
  readonly phrase?: string | undefined
  /** The amount and destination of a withdrawal, in the user's words; absent for other codes. */
  readonly about?: string | undefined
}

/**
 * Sends a stored code. Refuses SMS_OTP_UNAVAILABLE or EMAIL_OTP_UNAVAILABLE for any reason, since customers cannot fix it. If our own
 * account or template is at fault, an error is logged for the operator.
 */
export async function sendCode(
  accounts: Pick<Accounts, 'sms' | 'email' | 'log'>,
  message: CodeToSend,
): Promise<CodeSent | Rejected> {
  const { to, purpose, language, code, phrase, about } = message
  const { sms, email, log } = accounts
  const outcome =
    to.channel === 'SMS'
      ? await sms.sendCode({ to: to.mobile, purpose, language, code, phrase, about })
      : await email.send(
          codeEmail({ to: to.email, purpose, language, code, seconds: CODES[purpose].seconds, phrase, about }),
        )
  if (outcome.kind === 'sent') return codeSentTo(to, purpose)
  const vendor = to.channel === 'SMS' ? 'SMS operator' : 'mail server'
  if (outcome.kind === 'unavailable' && outcome.fault === 'ACCOUNT_REFUSED')
    log.error({ fault: outcome.fault }, `the ${vendor} refuses our account; check its settings and its credit`)
  if (outcome.kind === 'refused' && outcome.code === 'MESSAGE_REFUSED')
    log.error({ purpose, language }, `the ${vendor} refuses our message; check its template`)
  return rejected(`${to.channel}_OTP_UNAVAILABLE`)
}

export function codeSentTo(to: Contact, purpose: SmsPurpose): CodeSent {
  return { channel: to.channel, maskedContact: maskContact(to), expiresInSeconds: CODES[purpose].seconds }
}

/** "0912***4567", "m***@example.com". */
export function maskContact(to: Contact): string {
  if (to.channel === 'EMAIL') return to.email.replace(/^(.)[^@]*/, '$1***')
  return maskMobileNumber(to.mobile)
}
