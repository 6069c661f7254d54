import { Rejected, rejected } from '#contract/rejected.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Invitation } from '#domain/referral-code.ts'
import { demandTokens, lockFlows, type SignUpProof } from '../store/accounts/sign-in-flows.ts'
import type { SignOnPerson } from '../store/accounts/sign-on-identities.ts'
import { findInviter } from '../store/accounts/users.ts'
import type { Accounts } from './accounts.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { askerOf, countCode } from './limits.ts'
import { flowsBegunAfter } from './one-time-code.ts'
import { passwordFault } from './password-rules.ts'
import { beginFlow, type StepBegun, sendStep } from './sign-in/begin-flow.ts'
import { demandPersonForCode } from './sign-in/demand-person.ts'
import { originOf, type SignInVisitor } from './sign-in/tokens.ts'

export interface Registration {
  readonly mobileNumber: string
  readonly password: string
  /** Absent: accepted by the sign-up itself. */
  readonly acceptedTerms: boolean | undefined
  readonly referralCode: string | undefined
  readonly captchaResponse?: string | undefined
  readonly device: DeviceClaims
}

const REFERRAL_CODE = /^[0-9A-Z]{4,16}$/

/**
 * Begins a sign-up. Whether the number has an account is not read here, so that neither the answer nor its time
 * reveals it: that is decided once the code proves that the number belongs to the caller.
 * Refuses, in this order: INVALID_MOBILE, WEAK_PASSWORD, PASSWORD_HAS_NUMBER, PASSWORD_TOO_COMMON, TERMS_NOT_ACCEPTED,
 * REFERRAL_CODE_UNKNOWN, CAPTCHA_REQUIRED, CAPTCHA_REFUSED, TOO_MANY_REQUESTS, SIGN_IN_BUSY, SMS_OTP_UNAVAILABLE.
 */
export async function register(
  accounts: Accounts,
  registration: Registration,
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const mobile = parseMobileNumber(registration.mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  const fault = passwordFault(registration.password, mobile)
  if (fault) return rejected(fault, { field: 'password' })
  return beginSignUp(accounts, { ...registration, proof: { password: registration.password } }, visitor)
}

/** A sign-up by a strong enough password, or by an identity of another provider. Refuses as `register` does. */
export async function beginSignUp(
  accounts: Accounts,
  registration: Omit<Registration, 'password'> & {
    readonly proof: { readonly password: string } | { readonly signOn: SignOnPerson }
  },
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const { database, now } = accounts
  const { proof } = registration
  const mobile = parseMobileNumber(registration.mobileNumber)
  if (mobile === undefined) return rejected('INVALID_MOBILE', { field: 'mobileNumber' })
  if (registration.acceptedTerms === false) return rejected('TERMS_NOT_ACCEPTED', { field: 'acceptedTerms' })
  const invitedBy = await inviterOf(accounts, registration.referralCode)
  if (invitedBy === 'unknown') return rejected('REFERRAL_CODE_UNKNOWN', { field: 'referralCode' })
  const asked = { action: 'sign-up', response: registration.captchaResponse, contact: mobile } as const
  // A person named by a provider is not a program.
  const person = 'signOn' in proof ? { proven: true } : await demandPersonForCode(accounts, asked, visitor)
  if (person instanceof Rejected) return person
  const tooManyCodes = await countCode(accounts, { purpose: 'sign-up', asker: askerOf(mobile, person), visitor })
  if (tooManyCodes) return tooManyCodes

  const kept =
    'password' in proof ? await keepPassword(accounts, { mobile, ...proof }, visitor) : { proof, origin: undefined }
  if (kept instanceof Rejected) return kept
  const flow = {
    origin: kept.origin,
    mobile,
    goal: { kind: 'sign-up', proof: kept.proof, invitedBy },
    twoStep: 'SMS',
    email: undefined,
    begunAt: now(),
    begunByPerson: person.proven,
    trustVersion: undefined,
    device: deviceOf(registration.device, visitor.userAgent),
  } as const
  const stored = await beginFlow(database, flow)
  const sent = await sendStep(accounts, { flow, code: stored.codeText, language: visitor.language })
  return sent instanceof Rejected ? sent : { ...sent, flowToken: stored.token }
}

/** The hash of a sign-up's password, and the origin by which the sign-up is found without its token. Refuses SIGN_IN_BUSY. */
async function keepPassword(
  accounts: Accounts,
  { mobile, password }: { mobile: MobileNumber; password: string },
  visitor: SignInVisitor,
): Promise<{ readonly proof: SignUpProof; readonly origin: Uint8Array | undefined } | Rejected> {
  const passwordHash = await accounts.passwords.hash(password)
  if (passwordHash instanceof Rejected) return passwordHash
  const origin = await ownOrigin(accounts, { mobile, password }, visitor)
  return origin instanceof Rejected ? origin : { proof: { passwordHash }, origin }
}

/**
 * The network and program by which this sign-up is found without its token. Two programs of one network that sign up the same number with
 * different passwords are indistinguishable, and one may be a stranger whose password the number's owner would make valid: from then on
 * each needs its token.
 */
async function ownOrigin(
  { database, passwords, now }: Accounts,
  { mobile, password }: { mobile: MobileNumber; password: string },
  visitor: SignInVisitor,
): Promise<Uint8Array | Rejected | undefined> {
  const origin = originOf(visitor)
  if (origin === undefined) return undefined
  const holder = { origin, contact: { mobile } }
  const flows = await lockFlows(database, { holder, begunAfter: flowsBegunAfter(now()) })
  const earlier = flows.flatMap(({ goal }) =>
    goal.kind === 'sign-up' && 'passwordHash' in goal.proof ? [goal.proof] : [],
  )[0]
  const fits = earlier ? await passwords.fits(earlier.passwordHash, password) : true
  if (fits instanceof Rejected) return fits
  if (fits) return origin
  await demandTokens(database, { origin, mobile })
  return undefined
}

async function inviterOf(
  { database }: Accounts,
  referralCode: string | undefined,
): Promise<Invitation | 'unknown' | undefined> {
  const text = (referralCode ?? '').trim().toUpperCase()
  if (text === '') return undefined
  return (REFERRAL_CODE.test(text) ? await findInviter(database, text) : undefined) ?? 'unknown'
}
