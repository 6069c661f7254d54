import type * as z from 'zod/mini'
import type { Security, SessionRow } from '#contract/security.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import type { Protection } from '../../store/accounts/protection.ts'
import type { OwnSession } from '../../store/accounts/sessions.ts'
import { isFresh } from '../fresh-proof.ts'
import { maskContact } from '../one-time-code.ts'

/** Enough for its owner to recognise it, and useless for a forged message. */
const maskPhrase = (phrase: string): string => `${[...phrase][0]}***`

/**
 * A past hold is left out. The phrase is complete only for a session with a proof or login of the last minutes: a stolen one could otherwise read it
 * and write messages that its owner would believe to be ours.
 */
export function protectionOnWire(
  protection: Protection,
  { now, provenAt }: { readonly now: Date; readonly provenAt: Date },
): z.input<typeof Security> {
  const { mobile, email, claimedEmail, twoStep, recoveryCodesLeft, phrase, withdrawalsHeldUntil, passwordResetAt } =
    protection
  const isHeld = withdrawalsHeldUntil !== undefined && withdrawalsHeldUntil > now
  return {
    twoStepAuthenticationType: twoStep,
    mobileNumber: mobile === undefined ? '' : maskContact({ channel: 'SMS', mobile }),
    email: email ?? null,
    emailForCodes: email ?? parseEmailAddress(claimedEmail ?? '') ?? null,
    recoveryCodesLeft,
    antiPhishingPhrase: phrase === undefined ? null : isFresh(provenAt, now) ? phrase : maskPhrase(phrase),
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
