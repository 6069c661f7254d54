import { type Rejected, rejected } from '#contract/rejected.ts'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { insertLogin } from '../store/accounts/login-history.ts'
import { forgetCount } from '../store/accounts/rate-counters.ts'
import { saveFlow } from '../store/accounts/sign-in-flows.ts'
import { findSecrets } from '../store/accounts/users.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { countRefusal } from './count-refusal.ts'
import { type DeviceClaims, deviceOf } from './device.ts'
import { addressOf, countAgainst, countCode, networkOf, refuseUsedUp } from './limits.ts'
import { type CodeSent, makeCode, sendCode } from './one-time-code.ts'
import { fitsPassword } from './password.ts'

export interface Credentials {
  readonly mobileNumber: string
  readonly password: string
  readonly device: DeviceClaims
}

/**
 * The first step of a login. A number without an account takes the same time and gets the same answer as a wrong password.
 * Refuses INCORRECT_CREDENTIALS, LOGIN_NOT_ALLOWED (to the right password only), TOO_MANY_REQUESTS (before the password is
 * checked), SMS_OTP_UNAVAILABLE.
 */
export async function login(
  accounts: Accounts,
  credentials: Credentials,
  visitor: Visitor,
): Promise<CodeSent | Rejected> {
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
  const tooManyCodes = await countCode(accounts, { purpose: 'login', mobile, visitor })
  if (tooManyCodes) return tooManyCodes

  const begunAt = now()
  const device = deviceOf(credentials.device)
  const code = makeCode({ purpose: 'login', at: begunAt })
  await database.transaction(async (tx) => {
    await saveFlow(tx, { mobile, goal: { kind: 'login', userId: secrets.id }, begunAt, device, code: code.kept })
    await forgetCount(tx, triesOf(mobile))
  })
  return sendCode(accounts, {
    to: { channel: 'SMS', mobile },
    code: code.text,
    purpose: 'login',
    language: visitor.language,
  })
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
