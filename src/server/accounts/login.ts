import { type Rejected, rejected } from '#contract/rejected.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { insertLogin } from '../store/accounts/login-history.ts'
import { forgetCount } from '../store/accounts/rate-counters.ts'
import { saveFlow } from '../store/accounts/sign-in-flows.ts'
import { findSecrets } from '../store/accounts/users.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { isUsedUp, isWithin } from './limits.ts'
import { maySendCode } from './may-send-code.ts'
import { addressOf, networkOf } from './network-of.ts'
import { makeCode, SIGN_IN_DIGITS } from './one-time-code.ts'
import { fitsPassword } from './password.ts'
import { type CodeSent, sendCode } from './send-code.ts'

export interface Credentials {
  readonly mobileNumber: string
  readonly password: string
  readonly device: DeviceClaims
}

/**
 * The first step of a login. A number without an account takes the same time and gets the same answer as a wrong password.
 * Refuses INCORRECT_CREDENTIALS, LOGIN_NOT_ALLOWED (to the right password only), TOO_MANY_REQUESTS (before the password is
 * looked at), SMS_OTP_UNAVAILABLE.
 */
export async function login(
  accounts: Accounts,
  credentials: Credentials,
  visitor: Visitor,
): Promise<CodeSent | Rejected> {
  const { database, now } = accounts
  const mobile = parseMobileNumber(credentials.mobileNumber)
  if (mobile === undefined) return rejected('INCORRECT_CREDENTIALS')
  if (!(await mayTry(accounts, { mobile, visitor }))) return rejected('TOO_MANY_REQUESTS')

  const secrets = await findSecrets(database, mobile)
  const fits = await fitsPassword(secrets?.passwordHash, credentials.password)
  if (!secrets || !fits) {
    await rememberFailure(accounts, { mobile, credentials, visitor })
    return rejected('INCORRECT_CREDENTIALS')
  }
  if (secrets.blocked) return rejected('LOGIN_NOT_ALLOWED')
  if (!(await maySendCode(accounts, { purpose: 'login', mobile, visitor }))) return rejected('TOO_MANY_REQUESTS')

  const begunAt = now()
  const code = makeCode({ digits: SIGN_IN_DIGITS, at: begunAt })
  await database.transaction(async (tx) => {
    await saveFlow(tx, { mobile, goal: { kind: 'login', userId: secrets.id }, begunAt, code: code.kept })
    await forgetCount(tx, triesOf(mobile))
  })
  return sendCode(accounts, { to: mobile, code: code.text, purpose: 'login', language: visitor.language })
}

const triesOf = (mobile: MobileNumber) => ({ kind: 'login:number', subject: mobile })
const failuresOf = ({ ip }: Visitor) => ({ kind: 'login-failure:address', subject: networkOf(ip) })

/** Every try of a number counts before it is made, so that many at once cannot pass; a right password clears the count. */
async function mayTry(
  { database, settings, now }: Accounts,
  { mobile, visitor }: { mobile: MobileNumber; visitor: Visitor },
): Promise<boolean> {
  const at = now()
  const { loginsPerNumberMax, loginFailuresPerAddressMax } = settings.limits
  if (await isUsedUp(database, { limit: { ...failuresOf(visitor), max: loginFailuresPerAddressMax }, at })) return false
  return isWithin(database, { limit: { ...triesOf(mobile), max: loginsPerNumberMax }, at })
}

async function rememberFailure(
  { database, settings, now }: Accounts,
  { mobile, credentials, visitor }: { mobile: MobileNumber; credentials: Credentials; visitor: Visitor },
): Promise<void> {
  const at = now()
  const max = settings.limits.loginFailuresPerAddressMax
  await database.transaction(async (tx) => {
    await isWithin(tx, { limit: { ...failuresOf(visitor), max }, at })
    const attempt = { at, ip: addressOf(visitor.ip), successful: false, ...deviceOf(credentials.device) }
    await insertLogin(tx, { mobile, attempt })
  })
}
