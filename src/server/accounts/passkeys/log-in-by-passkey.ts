import { Rejected, rejected } from '#contract/rejected.ts'
import { insertLogin } from '../../store/accounts/login-history.ts'
import { lockStanding } from '../../store/accounts/users.ts'
import type { Visitor } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { type DeviceClaims, describeDevice, deviceOf } from '../device.ts'
import { addressOf, countAgainst, networkOf } from '../limits.ts'
import { type OpenedSession, openSession } from '../sign-in/open-session.ts'
import type { SignInVisitor } from '../sign-in/tokens.ts'
import { type Assertion, checkAssertion, usePasskey } from './check-assertion.ts'
import { beginFlow, endFlow, FLOW_MS, type Passkeys } from './passkeys.ts'

/** Begun logins by passkey of one network within a quarter of an hour; an answer costs a signature's check. */
const LOGINS_PER_ADDRESS_MAX = 100

/** What a browser is to be given for a login: whichever of its passkeys the user chooses. Refuses TOO_MANY_REQUESTS. */
export async function beginPasskeyLogin({ accounts, site }: Passkeys, { ip }: Pick<Visitor, 'ip'>) {
  const limit = { kind: 'passkey-login:address', subject: networkOf(ip), max: LOGINS_PER_ADDRESS_MAX }
  const tooMany = await countAgainst(accounts.database, { limit, at: accounts.now() })
  if (tooMany) return tooMany
  const { flowToken, challenge } = await beginFlow(accounts, { purpose: 'LOGIN' })
  const options = {
    challenge,
    rpId: site.domain,
    timeout: FLOW_MS,
    userVerification: 'required' as const,
    allowCredentials: [],
  }
  return { flowToken, options }
}

export interface PasskeyLogin {
  readonly flowToken: string
  readonly credential: Assertion
  readonly device: DeviceClaims
}

/**
 * A login by a passkey: what the device has and what the user proved to it are both steps.
 * Refuses PASSKEY_EXPIRED, PASSKEY_REFUSED, LOGIN_NOT_ALLOWED.
 */
export async function loginByPasskey(
  passkeys: Passkeys,
  { flowToken, credential, device: claims }: PasskeyLogin,
  visitor: SignInVisitor,
): Promise<OpenedSession | Rejected> {
  const { database, now } = passkeys.accounts
  const expectedChallenge = await endFlow(passkeys.accounts, { flowToken, purpose: 'LOGIN' })
  if (expectedChallenge instanceof Rejected) return expectedChallenge
  // Nobody was named before, so that the device must say whose key it is.
  if (credential.userHandle === undefined) return rejected('PASSKEY_REFUSED')
  const checked = await checkAssertion(passkeys, { assertion: credential, expectedChallenge }, visitor)
  if (checked instanceof Rejected) return checked
  const { userId } = checked.passkey
  const at = now()
  const ip = addressOf(visitor.ip)
  const device = deviceOf(claims, visitor.userAgent)
  const actor = { ip, device: describeDevice(device) }
  return database.transaction(async (tx) => {
    // Before the passkey, as everything does that ends passkeys.
    const { blocked } = await lockStanding(tx, userId)
    const refused = await usePasskey(tx, checked, { at, actor })
    if (refused) return refused
    if (blocked) {
      await insertLogin(tx, { userId, attempt: { at, ip, successful: false, ...device } })
      await countRefusal(tx, { kind: 'LOGIN_WHILE_FROZEN', userId, ip, at })
      return rejected('LOGIN_NOT_ALLOWED')
    }
    const details = { by: 'PASSKEY', passkey: checked.passkey.id }
    return openSession(tx, passkeys.accounts, { userId, how: 'LOGGED_IN', details, provenByKey: true, device, visitor })
  })
}
