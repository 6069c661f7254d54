import { Rejected, rejected } from '#contract/rejected.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { insertLogin } from '../store/accounts/login-history.ts'
import { forgetCount } from '../store/accounts/rate-counters.ts'
import { findSecrets, type UserSecrets } from '../store/accounts/users.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { countRefusal } from './count-refusal.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { addressOf, countAgainst, countCode, networkOf, refuseUsedUp } from './limits.ts'
import { fitsPassword } from './password.ts'
import { beginFlow, type StepBegun, sendStep } from './sign-in/begin-flow.ts'
import { originOf, type SignInVisitor } from './sign-in/tokens.ts'

export interface Credentials {
  readonly mobileNumber: string
  readonly password: string
  readonly device: DeviceClaims
}

/**
 * The first step of a login; the second is the user's choice. A number without an account takes the same time and gets the same answer as a
 * wrong password. Refuses INCORRECT_CREDENTIALS, LOGIN_NOT_ALLOWED (to the right password only), TOO_MANY_REQUESTS (before the password is
 * checked), SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function login(
  accounts: Accounts,
  credentials: Credentials,
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const { database, now } = accounts
  const mobile = parseMobileNumber(credentials.mobileNumber)
  if (mobile === undefined) return rejected('INCORRECT_CREDENTIALS')
  const tooManyTries = await countTry(accounts, { mobile, visitor })
  if (tooManyTries) return tooManyTries

  const secrets = await findSecrets(database, mobile)
  const fits = await fitsPassword(secrets?.passwordHash, credentials.password)
  if (!secrets || !fits) {
    await rememberFailure(accounts, { mobile, credentials, visitor })
    await countRefusal(database, { kind: 'WRONG_PASSWORD', userId: secrets?.id, ip: visitor.ip, at: now() })
    return rejected('INCORRECT_CREDENTIALS')
  }
  if (secrets.blocked) {
    await countRefusal(database, { kind: 'LOGIN_WHILE_FROZEN', userId: secrets.id, ip: visitor.ip, at: now() })
    return rejected('LOGIN_NOT_ALLOWED')
  }
  return beginSecondStep(accounts, { mobile, secrets, device: credentials.device }, visitor)
}

/**
 * The second step of a login, whose first is done: the user's own choice. Refuses TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE, EMAIL_OTP_UNAVAILABLE.
 */
export async function beginSecondStep(
  accounts: Accounts,
  { mobile, secrets, device }: { mobile: MobileNumber; secrets: UserSecrets; device: DeviceClaims },
  visitor: SignInVisitor,
): Promise<StepBegun | Rejected> {
  const { database, now } = accounts
  const tooManyCodes = await countCode(accounts, { purpose: 'login', mobile, visitor })
  if (tooManyCodes) return tooManyCodes
  const flow = {
    origin: originOf(visitor),
    mobile,
    goal: { kind: 'login', userId: secrets.id },
    twoStep: secrets.twoStep,
    email: secrets.email,
    begunAt: now(),
    device: deviceOf(device),
  } as const
  const stored = await database.transaction(async (tx) => {
    const begun = await beginFlow(tx, flow)
    await forgetCount(tx, triesOf(mobile))
    return begun
  })
  const { language } = visitor
  const sent = await sendStep(accounts, { flow, code: stored.codeText, language, phrase: secrets.phrase })
  return sent instanceof Rejected ? sent : { ...sent, flowToken: stored.token }
}

const triesOf = (mobile: MobileNumber) => ({ kind: 'login:number', subject: mobile })
const failuresOf = ({ ip }: Visitor) => ({ kind: 'login-failure:address', subject: networkOf(ip) })

/** Every try of a number counts before it is made, so that many at once cannot pass; a right password clears the count. */
async function countTry(
  { database, settings, now }: Accounts,
  { mobile, visitor }: { mobile: MobileNumber; visitor: Visitor },
): Promise<Rejected | undefined> {
  const at = now()
  const { loginsPerNumberMax, loginFailuresPerAddressMax } = settings.limits
  const failures = { ...failuresOf(visitor), max: loginFailuresPerAddressMax }
  const tries = { ...triesOf(mobile), max: loginsPerNumberMax }
  return (await refuseUsedUp(database, { limit: failures, at })) ?? countAgainst(database, { limit: tries, at })
}

async function rememberFailure(
  { database, settings, now }: Accounts,
  { mobile, credentials, visitor }: { mobile: MobileNumber; credentials: Credentials; visitor: Visitor },
): Promise<void> {
  const at = now()
  const max = settings.limits.loginFailuresPerAddressMax
  await database.transaction(async (tx) => {
    await countAgainst(tx, { limit: { ...failuresOf(visitor), max }, at })
    const attempt = { at, ip: addressOf(visitor.ip), successful: false, ...deviceOf(credentials.device) }
    await insertLogin(tx, { mobile, attempt })
  })
}
