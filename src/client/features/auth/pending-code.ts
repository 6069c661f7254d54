import { redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { deadlineIn } from '#client/lib/sent-code.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { TwoStepType } from '#contract/values.ts'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'

// These values are kept in the tab's storage, because a phone may drop the page while the user reads the message with the code.

const PendingCode = z.object({
  /** Absent after a single sign-on: a cookie then identifies the login. */
  mobileNumber: z.optional(z.string()),
  /** The masked number or address that the code was sent to. */
  contact: z.string(),
  /** The method of the second step; SMS if absent. */
  twoStep: z.optional(TwoStepType),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** The page to open after the login. */
  next: z.optional(z.string()),
})
export type PendingCode = z.output<typeof PendingCode>

/** The code of a login or sign-up that the user is waiting for. */
export const pendingCode = tabValue('pending-code', PendingCode, { wipedAtLogout: true })

const PendingReset = z.object({
  mobileNumber: z.string(),
  /** The channel by which the code was requested. */
  channel: z._default(z.enum(['SMS', 'EMAIL']), 'SMS'),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})
export type ResetChannel = PendingReset['channel']
export type PendingReset = z.output<typeof PendingReset>

/** The code for a new password that the user is waiting for. */
export const pendingReset = tabValue('pending-reset', PendingReset, { wipedAtLogout: true })

const PendingSignOn = z.object({
  /** The page to open after the login. */
  next: z.optional(z.string()),
  /** The inviter's code, from the link that led here. */
  referralCode: z.optional(z.string()),
  /** The e-mail address that the provider has given. */
  email: z.optional(z.string()),
})
export type PendingSignOn = z.output<typeof PendingSignOn>

/** The data that this tab keeps while the browser is at the provider of single sign-on. */
export const pendingSignOn = tabValue('pending-sign-on', PendingSignOn, { wipedAtLogout: true })

interface SentCode {
  readonly starTwoStepAuthentication: string
  readonly twoStepAuthenticationType: TwoStep
  readonly expiresInSeconds: number
}

/** Stores the code that an answer announces, with the facts of its login. */
export function keepSentCode(sent: SentCode, { mobileNumber, next }: Pick<PendingCode, 'mobileNumber' | 'next'>) {
  const pending: PendingCode = {
    mobileNumber,
    contact: sent.starTwoStepAuthentication,
    twoStep: sent.twoStepAuthenticationType,
    expiresAt: deadlineIn(sent.expiresInSeconds),
    next,
  }
  pendingCode.keep(pending)
  return pending
}

/** The page of each second step. */
const PAGES = {
  SMS: '/login/send-phone',
  EMAIL: '/login/send-mail',
  GOOGLE_AUTHENTICATOR: '/login/forget/verify',
} as const satisfies Record<TwoStep, string>

export type TwoStep = z.output<typeof TwoStepType>
export const pageOfStep = (twoStep: TwoStep) => PAGES[twoStep]

/** The pending code. Without one, it throws a redirect to the first step. */
export function requirePendingCode(begin: '/login' | '/sign-up'): { readonly pending: PendingCode } {
  const pending = pendingCode.read()
  if (!pending) throw redirect({ to: begin, replace: true })
  return { pending }
}

/** The step of an authenticator, or else the new password that replaces a forgotten one. */
export function requirePendingStep(): { pending?: PendingCode; reset?: PendingReset } {
  const pending = pendingCode.read()
  if (pending?.twoStep === 'GOOGLE_AUTHENTICATOR') return { pending }
  const reset = pendingReset.read()
  if (!reset) throw redirect({ to: '/login', replace: true })
  return { reset }
}

/** Moves a number from the URL to the tab's storage: in the URL, the history and proxies would record it. */
export function requirePendingReset(search: { mobileNumber?: unknown }): PendingReset {
  const mobileNumber = readMobileNumber(search.mobileNumber)
  const pending = pendingReset.read()
  if (mobileNumber !== undefined) {
    if (pending?.mobileNumber !== mobileNumber) pendingReset.keep({ mobileNumber, channel: 'SMS', expiresAt: 0 })
    throw redirect({ to: '/login/forget-otp', search: {}, replace: true })
  }
  if (!pending) throw redirect({ to: '/login', replace: true })
  return pending
}

/** `mobileNumber` of the URL, as a user types it. The router parses a value of digits as a number and drops its leading zero. */
function readMobileNumber(number: unknown): string | undefined {
  const mobile = parseMobileNumber(Number.isSafeInteger(number) || typeof number === 'string' ? String(number) : '')
  return mobile && localMobileNumber(mobile)
}
