import type * as z from 'zod/mini'
import type { Security, SessionRow } from '#contract/security.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import type { OwnSession } from '../../store/accounts/own-sessions.ts'
import type { Protection } from '../../store/accounts/protection.ts'
import { maskContact } from '../one-time-code.ts'

/** A hold that is over is none. */
export function protectionOnWire(protection: Protection, now: Date): z.input<typeof Security> {
  const { mobile, email, claimedEmail, twoStep, recoveryCodesLeft, phrase, withdrawalsHeldUntil, passwordResetAt } =
    protection
  const isHeld = withdrawalsHeldUntil !== undefined && withdrawalsHeldUntil > now
  return {
    twoStepAuthenticationType: twoStep,
    mobileNumber: mobile === undefined ? '' : maskContact({ channel: 'SMS', mobile }),
    email: email ?? null,
    emailForCodes: email ?? parseEmailAddress(claimedEmail ?? '') ?? null,
    recoveryCodesLeft,
    antiPhishingPhrase: phrase ?? null,
    passwordResetDateTime: passwordResetAt?.toISOString() ?? null,
    withdrawalsHeldUntil: isHeld ? withdrawalsHeldUntil.toISOString() : null,
  }
}

export const sessionOnWire = (
  { id, ip, deviceType, osType, browser, openedAt, lastUsedAt }: OwnSession,
  currentId: number,
): z.input<typeof SessionRow> => ({
  id: String(id),
  current: id === currentId,
  ipAddress: ip,
  deviceType,
  osType,
  browser,
  openedDateTime: openedAt.toISOString(),
  lastUsedDateTime: lastUsedAt.toISOString(),
})
