import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { saveFlow } from '../store/accounts/sign-in-flows.ts'
import { findInviter } from '../store/accounts/users.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { countCode } from './limits.ts'
import { type CodeSent, makeCode, sendCode } from './one-time-code.ts'
import { hashPassword, isStrongPassword } from './password.ts'

export interface Registration {
  readonly mobileNumber: string
  readonly password: string
  /** Absent: accepted by the act itself. */
  readonly acceptedTerms: boolean | undefined
  readonly referralCode: string | undefined
  readonly device: DeviceClaims
}

const REFERRAL_CODE = /^[0-9A-Z]{4,16}$/

/**
 * Begins a sign-up. Whether the number has an account is not read here, so that neither the answer nor its time
 * reveals it: that is decided when the code proves that the number belongs to the caller.
 * Refuses, in this order: INVALID_MOBILE, WEAK_PASSWORD, TERMS_NOT_ACCEPTED, REFERRAL_CODE_UNKNOWN, TOO_MANY_REQUESTS,
 * SMS_OTP_UNAVAILABLE.
 */
export async function register(
  accounts: Accounts,
  registration: Registration,
  visitor: Visitor,
): Promise<CodeSent | Rejected> {
  const { database, now } = accounts
  const mobile = parseMobileNumber(registration.mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  if (!isStrongPassword(registration.password)) return rejected('WEAK_PASSWORD', { field: 'password' })
  if (registration.acceptedTerms === false) return rejected('TERMS_NOT_ACCEPTED', { field: 'acceptedTerms' })
  const invitedBy = await inviterOf(accounts, registration.referralCode)
  if (invitedBy === 'unknown') return rejected('REFERRAL_CODE_UNKNOWN', { field: 'referralCode' })
  const tooManyCodes = await countCode(accounts, { purpose: 'sign-up', mobile, visitor })
  if (tooManyCodes) return tooManyCodes

  const passwordHash = await hashPassword(registration.password)
  const begunAt = now()
  const device = deviceOf(registration.device)
  const code = makeCode({ purpose: 'sign-up', at: begunAt })
  await saveFlow(database, {
    mobile,
    goal: { kind: 'sign-up', passwordHash, invitedBy },
    begunAt,
    device,
    code: code.kept,
  })
  return sendCode(accounts, {
    to: { channel: 'SMS', mobile },
    code: code.text,
    purpose: 'sign-up',
    language: visitor.language,
  })
}

async function inviterOf(
  { database }: Accounts,
  referralCode: string | undefined,
): Promise<number | 'unknown' | undefined> {
  const text = (referralCode ?? '').trim().toUpperCase()
  if (text === '') return undefined
  return (REFERRAL_CODE.test(text) ? await findInviter(database, text) : undefined) ?? 'unknown'
}
