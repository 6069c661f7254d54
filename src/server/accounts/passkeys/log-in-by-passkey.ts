import { Rejected, rejected } from '#contract/rejected.ts'
import { insertLogin } from '../../store/accounts/logins.ts'
import { lockStanding } from '../../store/accounts/users.ts'
import type { Visitor } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { type DeviceClaims, describeDevice, deviceOf } from '../device.ts'
import { addressOf, countAgainst, networkOf } from '../limits.ts'
import { type OpenedSession, openSession } from '../sign-in/open-session.ts'
import type { SignInVisitor } from '../sign-in/tokens.ts'
import { type Assertion, checkAssertion, usePasskey } from './check-assertion.ts'
import { beginFlow, endFlow, FLOW_MS, type Passkeys } from './passkeys.ts'

/** Begun logins by passkey of one network per quarter of an hour; an answer costs the check of a signature. */
const LOGINS_PER_ADDRESS_MAX = 100

/** The options with which a browser logs in, by any of its passkeys. Refuses TOO_MANY_REQUESTS. */
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
 * A login by a passkey: having the device and unlocking it are both steps.
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
  // No user was named before, so the device must name the key's owner.
  if (credential.userHandle === undefined) return rejected('PASSKEY_REFUSED')
  const checked = await checkAssertion(passkeys, { assertion: credential, expectedChallenge }, visitor)
  if (checked instanceof Rejected) return checked
  const { userId } = checked.passkey
  const at = now()
  const ip = addressOf(visitor.ip)
  const device = deviceOf(claims, visitor.userAgent)
  const actor = { ip, device: describeDevice(device) }
  return database.transaction(async (tx) => {
    // Locked before the passkey, as in every action that ends passkeys.
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
