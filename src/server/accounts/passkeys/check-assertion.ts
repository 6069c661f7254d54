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

/** What a device signed. */
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

/** The passkey that made the answer. Refuses PASSKEY_REFUSED for whatever is wrong with it, and counts that. */
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
      // A counter that goes back is our own to find, behind the signature: the library would take it for any other fault.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
    return { passkey, user, counter, backedUp }
  } catch {
    // The library throws a sentence for whatever is wrong with an answer.
    return undefined
  }
}

/**
 * Writes the use of a passkey down. Refuses PASSKEY_REFUSED where its counter did not grow, which shows a copy of the key at work, and
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
