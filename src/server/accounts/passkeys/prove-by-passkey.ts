import { Rejected, rejected } from '#contract/rejected.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { readPasskeys } from '../../store/accounts/passkeys.ts'
import { saveProof } from '../../store/accounts/sessions.ts'
import type { Actor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { knownOnWire } from './add-passkey.ts'
import { type Assertion, checkAssertion, usePasskey } from './check-assertion.ts'
import { beginFlow, endFlow, FLOW_MS, type Passkeys } from './passkeys.ts'

/** The options with which a browser proves that the user is present. Refuses NO_PASSKEYS. */
export async function beginPasskeyProof({ accounts, site }: Passkeys, userId: number) {
  const known = await readPasskeys(accounts.database, userId)
  if (known.length === 0) return rejected('NO_PASSKEYS')
  const { flowToken, challenge } = await beginFlow(accounts, { purpose: 'PROVE', userId })
  const options = {
    challenge,
    rpId: site.domain,
    timeout: FLOW_MS,
    userVerification: 'required' as const,
    allowCredentials: known.map(knownOnWire),
  }
  return { flowToken, options }
}

export interface PasskeyProof {
  readonly flowToken: string
  readonly credential: Assertion
  readonly sessionId: number
  readonly purpose?: ProofPurpose | undefined
}

/** Marks the caller's session as proven, for a purpose or for all that a login proves, too. Refuses PASSKEY_EXPIRED, PASSKEY_REFUSED. */
export async function proveByPasskey(
  passkeys: Passkeys,
  { flowToken, credential, sessionId, purpose }: PasskeyProof,
  actor: Actor,
): Promise<Rejected | undefined> {
  const { database, sessions, now } = passkeys.accounts
  const { userId } = actor
  const expectedChallenge = await endFlow(passkeys.accounts, { flowToken, purpose: 'PROVE', userId })
  if (expectedChallenge instanceof Rejected) return expectedChallenge
  const checked = await checkAssertion(passkeys, { assertion: credential, expectedChallenge }, actor)
  if (checked instanceof Rejected) return checked
  if (checked.passkey.userId !== userId) {
    await countRefusal(database, { kind: 'PASSKEY_REFUSED', userId, ip: actor.ip, at: now() })
    return rejected('PASSKEY_REFUSED')
  }
  const at = now()
  const refused = await database.transaction(async (tx) => {
    const refusal = await usePasskey(tx, checked, { at, actor })
    if (refusal) return refusal
    await saveProof(tx, { sessionId, purpose, keySince: checked.passkey.createdAt, at })
    await recordEvent(tx, {
      at,
      kind: 'PROVEN_ANEW',
      ...actor,
      details: { by: 'PASSKEY', passkey: checked.passkey.id, for: purpose ?? null },
    })
    return undefined
  })
  if (!refused) sessions.refresh(userId)
  return refused
}
