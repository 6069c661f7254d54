import { randomBytes } from 'node:crypto'
import { Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  deletePasskey,
  ensurePasskeyHandle,
  insertPasskey,
  lockOwnPasskey,
  lockPasskeysOf,
  type NewPasskey,
  type PasskeyRow,
  readPasskeys,
  readPasskeyUser,
  renameOwnPasskey,
} from '../../store/accounts/passkeys.ts'
import type { Actor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { checkProof } from '../fresh-proof.ts'
import { ALGORITHMS, beginFlow, endFlow, FLOW_MS, PASSKEYS_MAX, type Passkeys, toBase64Url } from './passkeys.ts'

/** The options with which a browser creates a passkey. Refuses PASSKEYS_TOO_MANY. */
export async function beginPasskey({ accounts, site }: Passkeys, userId: number) {
  const { database } = accounts
  const known = await readPasskeys(database, userId)
  if (known.length >= PASSKEYS_MAX) return rejected('PASSKEYS_TOO_MANY')
  const user = await readPasskeyUser(database, userId)
  const name = user?.mobile ?? 'Kimia'
  const handle = await ensurePasskeyHandle(database, { userId, handle: randomBytes(32) })
  const { flowToken, challenge } = await beginFlow(accounts, { purpose: 'ADD', userId })
  const options = {
    challenge,
    rp: { id: site.domain, name: 'Kimia' },
    user: { id: toBase64Url(handle), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: FLOW_MS,
    attestation: 'none' as const,
    excludeCredentials: known.map(knownOnWire),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
  return { flowToken, options }
}

/** A passkey of the user, in the form of a browser's options. */
export const knownOnWire = ({ credentialId, transports }: Pick<PasskeyRow, 'credentialId' | 'transports'>) => ({
  id: toBase64Url(credentialId),
  type: 'public-key' as const,
  transports: [...transports],
})

export interface Attestation {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports?: readonly string[] | undefined
}

export interface AddedPasskey {
  readonly flowToken: string
  readonly name: string
  readonly credential: Attestation
}

/**
 * Adds the passkey that a device has created.
 * Refuses PASSKEY_EXPIRED, PASSKEY_REFUSED, PASSKEYS_TOO_MANY, PROOF_REQUIRED, PASSKEY_ALREADY_ADDED.
 */
export async function addPasskey(
  passkeys: Passkeys,
  { flowToken, name, credential }: AddedPasskey,
  { sessionId, ...actor }: Actor & { readonly sessionId: number },
): Promise<PasskeyRow | Rejected> {
  const { accounts } = passkeys
  const { userId } = actor
  const expectedChallenge = await endFlow(accounts, { flowToken, purpose: 'ADD', userId })
  if (expectedChallenge instanceof Rejected) return expectedChallenge
  const made = await readAttestation(passkeys, { credential, expectedChallenge })
  const at = accounts.now()
  if (made instanceof Rejected) {
    await countRefusal(accounts.database, { kind: 'PASSKEY_REFUSED', userId, ip: actor.ip, at })
    return made
  }
  return accounts.database.transaction(async (tx) => {
    await lockPasskeysOf(tx, userId)
    if ((await readPasskeys(tx, userId)).length >= PASSKEYS_MAX) return rejected('PASSKEYS_TOO_MANY')
    const unproven = await checkProof(tx, { sessionId, purpose: 'ACCESS', at })
    if (unproven) return unproven
    const added = await insertPasskey(tx, { ...made, userId, name, at })
    if (!added) return rejected('PASSKEY_ALREADY_ADDED')
    await queueNotice(tx, { userId, kind: 'PASSKEY_ADDED', params: { name }, at })
    await recordEvent(tx, { at, kind: 'PASSKEY_ADDED', ...actor, details: { passkey: added.id, name } })
    return added
  })
}

type MadePasskey = Omit<NewPasskey, 'userId' | 'name' | 'at'>

/** The device's new passkey, if it was made for this question, this site, and by a verified user. */
async function readAttestation(
  { site }: Passkeys,
  { credential, expectedChallenge }: { credential: Attestation; expectedChallenge: string },
): Promise<MadePasskey | Rejected> {
  const { id, clientDataJSON, attestationObject, transports = [] } = credential
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    if (await hasCertificate(attestationObject)) return rejected('PASSKEY_REFUSED')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports: [...transports] },
      },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    // Logins find the key by this id: it must be the one in the device's data.
    if (!verified || registrationInfo.credential.id !== id) return rejected('PASSKEY_REFUSED')
    const { publicKey, counter } = registrationInfo.credential
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey,
      counter,
      transports,
      deviceType: registrationInfo.credentialDeviceType,
      backedUp: registrationInfo.credentialBackedUp,
    }
  } catch {
    // The library throws a message for any fault of an answer.
    return rejected('PASSKEY_REFUSED')
  }
}

/**
 * Whether the maker of the device vouches for it, which we have not requested: to check that, the library would fetch lists from addresses that the
 * certificate itself names.
 */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  return decoded.get('attStmt').get('x5c') !== undefined
}

/** Refuses NOT_FOUND if the user has no such passkey. */
export async function renamePasskey(
  { accounts }: Passkeys,
  { id, name }: { id: string; name: string },
  actor: Actor,
): Promise<PasskeyRow | Rejected> {
  const at = accounts.now()
  return accounts.database.transaction(async (tx) => {
    const passkey = await lockOwnPasskey(tx, { userId: actor.userId, id })
    if (!passkey) return rejected('NOT_FOUND')
    await renameOwnPasskey(tx, { id: passkey.id, name })
    await recordEvent(tx, {
      at,
      kind: 'PASSKEY_RENAMED',
      ...actor,
      details: { passkey: passkey.id, before: passkey.name, after: name },
    })
    return { ...passkey, name }
  })
}

/** A password and the second step always remain, so the last passkey may be removed. Refuses NOT_FOUND. */
export async function removePasskey({ accounts }: Passkeys, id: string, actor: Actor): Promise<Rejected | undefined> {
  const at = accounts.now()
  const { userId } = actor
  return accounts.database.transaction(async (tx) => {
    const passkey = await lockOwnPasskey(tx, { userId, id })
    if (!passkey) return rejected('NOT_FOUND')
    await deletePasskey(tx, passkey.id)
    await queueNotice(tx, { userId, kind: 'PASSKEY_REMOVED', params: { name: passkey.name }, at })
    await recordEvent(tx, {
      at,
      kind: 'PASSKEY_REMOVED',
      ...actor,
      details: { passkey: passkey.id, name: passkey.name },
    })
    return undefined
  })
}
