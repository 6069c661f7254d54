import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  findPasskey,
  type PasskeyRow,
  type PasskeyUser,
  readPasskeyUser,
  recordPasskeyUse,
} from '../../store/accounts/passkeys.ts'
import type { Transaction } from '../../store/database.ts'
import type { Actor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import type { Passkeys } from './passkeys.ts'

/** A device's signed answer. */
export interface Assertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string | undefined
}

/** A passkey that has just signed our question. */
export interface CheckedPasskey {
  readonly passkey: PasskeyRow
  readonly user: PasskeyUser
  readonly counter: number
  readonly backedUp: boolean
}

interface Answer {
  readonly assertion: Assertion
  readonly expectedChallenge: string
}

/** The passkey that made the answer. Refuses PASSKEY_REFUSED for any fault of it, and counts that. */
export async function checkAssertion(
  passkeys: Passkeys,
  answer: Answer,
  { ip }: Pick<Actor, 'ip'>,
): Promise<CheckedPasskey | Rejected> {
  const { database, now } = passkeys.accounts
  const passkey = await findPasskey(database, Buffer.from(answer.assertion.id, 'base64url'))
  const checked = passkey && (await checkAnswer(passkeys, passkey, answer))
  if (checked) return checked
  await countRefusal(database, { kind: 'PASSKEY_REFUSED', userId: passkey?.userId, ip, at: now() })
  return rejected('PASSKEY_REFUSED')
}

async function checkAnswer(
  { accounts, site }: Passkeys,
  passkey: PasskeyRow,
  { assertion, expectedChallenge }: Answer,
): Promise<CheckedPasskey | undefined> {
  const { id, userHandle, ...signed } = assertion
  const user = await readPasskeyUser(accounts.database, passkey.userId)
  if (!user?.handle) return undefined
  if (userHandle !== undefined && !Buffer.from(userHandle, 'base64url').equals(user.handle)) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      requireUserVerification: true,
      // We check for a decreasing counter ourselves, after the signature: the library would treat it as any other fault.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
    return { passkey, user, counter, backedUp }
  } catch {
    // The library throws a message for any fault of an answer.
    return undefined
  }
}

/**
 * Records the use of a passkey. Refuses PASSKEY_REFUSED if its counter did not grow, which reveals a copy of the key, and
 * records that; then nothing else may follow in the transaction.
 */
export async function usePasskey(
  tx: Transaction,
  { passkey, counter, backedUp }: CheckedPasskey,
  { at, actor }: { at: Date; actor: Omit<Actor, 'userId'> },
): Promise<Rejected | undefined> {
  if (await recordPasskeyUse(tx, { id: passkey.id, counter, backedUp, at })) return undefined
  const details = { passkey: passkey.id, before: passkey.counter, after: counter }
  await recordEvent(tx, { at, kind: 'PASSKEY_COUNTER_WENT_BACK', userId: passkey.userId, ...actor, details })
  return rejected('PASSKEY_REFUSED')
}
