import { Rejected, rejected } from '#contract/rejected.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { insertLogin } from '../store/accounts/logins.ts'
import { findSecrets, type UserSecrets } from '../store/accounts/users.ts'
import type { Accounts } from './accounts.ts'
import { countRefusal } from './count-refusal.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { addressOf, countCode } from './limits.ts'
import { beginFlow, type StepBegun, sendStep } from './sign-in/begin-flow.ts'
import { demandPerson } from './sign-in/demand-person.ts'
import { originOf, type SignInVisitor } from './sign-in/tokens.ts'
import { countAuthenticatorStep, countTry, deviceOfVisitor, isSuspicious } from './sign-in/try-limits.ts'

export interface Credentials {
  readonly mobileNumber: string
  readonly password: string
  readonly captchaResponse?: string | undefined
  readonly device: DeviceClaims
}

/**
 * The first step of a login; the user has chosen the second. A number without an account takes the same time and gets the same answer as a
 * wrong password. Refuses CAPTCHA_REQUIRED, CAPTCHA_REFUSED, INCORRECT_CREDENTIALS, LOGIN_NOT_ALLOWED (to the right password only), TOO_MANY_REQUESTS (before the password is
 * checked), SIGN_IN_BUSY, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function login(
  accounts: Accounts,
  credentials: Credentials,
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const { database, passwords, now } = accounts
  const mobile = parseMobileNumber(credentials.mobileNumber)
  if (mobile === undefined) return rejected('INCORRECT_CREDENTIALS')
  const person = await demandPerson(
    accounts,
    {
      action: 'login',
      response: credentials.captchaResponse,
      suspicious: () => isSuspicious(accounts, { mobile, visitor }),
    },
    visitor,
  )
  if (person instanceof Rejected) return person
  const counted = await countTry(accounts, { mobile, ...person }, visitor)
  if (counted instanceof Rejected) {
    const userId = (await findSecrets(database, mobile))?.id
    await countRefusal(database, { kind: 'TOO_MANY_TRIES', userId, ip: visitor.ip, at: now() })
    return counted
  }

  const secrets = await findSecrets(database, mobile)
  const { device, password } = credentials
  const fits = await passwords.fits(secrets?.passwordHash, password, { known: counted.known })
  if (fits instanceof Rejected) {
    await counted.forgive(database)
    return fits
  }
  if (!secrets || !fits) {
    await rememberFailure(accounts, { mobile, device, visitor })
    await countRefusal(database, { kind: 'WRONG_PASSWORD', userId: secrets?.id, ip: visitor.ip, at: now() })
    return rejected('INCORRECT_CREDENTIALS')
  }
  if (secrets.blocked) {
    await countRefusal(database, { kind: 'LOGIN_WHILE_FROZEN', userId: secrets.id, ip: visitor.ip, at: now() })
    return rejected('LOGIN_NOT_ALLOWED')
  }
  await counted.forgive(database)
  return beginSecondStep(accounts, { mobile, secrets, device }, visitor)
}

/**
 * The second step of a login, after the first: the user's own choice. Refuses TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function beginSecondStep(
  accounts: Accounts,
  { mobile, secrets, device }: { mobile: MobileNumber; secrets: UserSecrets; device: DeviceClaims },
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const { database, now } = accounts
  const tooManyCodes = await countStep(accounts, { mobile, secrets, visitor })
  if (tooManyCodes) return tooManyCodes
  const flow = {
    origin: originOf(visitor),
    mobile,
    goal: { kind: 'login', userId: secrets.id },
    twoStep: secrets.twoStep,
    email: secrets.email,
    begunAt: now(),
    begunByPerson: false,
    trustVersion: secrets.trustVersion,
    device: deviceOf(device, visitor.userAgent),
  } as const
  const stored = await beginFlow(database, flow)
  const { language } = visitor
  const sent = await sendStep(accounts, { flow, code: stored.codeText, language, phrase: secrets.phrase })
  return sent instanceof Rejected ? sent : { ...sent, flowToken: stored.token }
}

/** Counts the code that is sent, or for an authenticator, which sends none, the open step. */
async function countStep(
  accounts: Accounts,
  { mobile, secrets, visitor }: { mobile: MobileNumber; secrets: UserSecrets; visitor: SignInVisitor },
): Promise<Rejected | undefined> {
  const { id: userId, twoStep } = secrets
  if (twoStep === 'GOOGLE_AUTHENTICATOR') return countAuthenticatorStep(accounts, { mobile, userId, visitor })
  const device = await deviceOfVisitor(accounts.database, { mobile, visitor })
  const asker = device === undefined ? { by: 'password' as const, contact: mobile } : { by: 'device' as const, device }
  return countCode(accounts, { purpose: 'login', asker, visitor, userId })
}

/** Records the failure if the number has an account; otherwise the same statement runs, in the same time. */
async function rememberFailure(
  { database, now }: Accounts,
  { mobile, device, visitor }: { mobile: MobileNumber; device: DeviceClaims; visitor: SignInVisitor },
): Promise<void> {
  const attempt = { at: now(), ip: addressOf(visitor.ip), successful: false, ...deviceOf(device, visitor.userAgent) }
  await insertLogin(database, { mobile, attempt })
}
