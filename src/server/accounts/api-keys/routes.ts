import { randomBytes } from 'node:crypto'
import * as contract from '#contract/api-keys.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { API_KEYS_MAX, KEY_RIGHTS, type KeyRight } from '#domain/api-key.ts'
import { type Route, route } from '../../http/route.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { type ApiKeyRow, countApiKeys, deleteApiKey, insertApiKey, readApiKeys } from '../../store/accounts/api-keys.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import type { Accounts } from '../accounts.ts'
import { type Actor, actorOf, sessionActorOf } from '../actor.ts'
import { checkProof } from '../fresh-proof.ts'
import { contextOf, hashOfKey, parseNetwork } from './api-keys.ts'

interface ApiKeyRequest {
  readonly name: string
  readonly rights: readonly KeyRight[]
  readonly addresses: readonly string[]
  readonly expiresAt: Date | undefined
}

/** A new key for its owner: the key and its secret are visible only this once. */
interface CreatedApiKey extends ApiKeyRow {
  readonly key: string
  readonly secret: string
}

const KEY_BYTES = 18
const SECRET_BYTES = 32
const PREFIX_LENGTH = 10

/**
 * Creates a key. The key that a program sends is hashed, like a session's token. The secret cannot be, because checking a signature means
 * computing it: it is sealed, so that a copy of the database signs nothing.
 * Refuses API_KEY_ADDRESS_INVALID, API_KEY_ADDRESS_REQUIRED, EXPIRY_INVALID, API_KEYS_TOO_MANY, PROOF_REQUIRED.
 */
export async function createApiKey(
  { database, sealer, now }: Pick<Accounts, 'database' | 'sealer' | 'now'>,
  { userId, sessionId, ip, device }: Actor & { readonly sessionId: number },
  { name, rights, addresses, expiresAt }: ApiKeyRequest,
): Promise<CreatedApiKey | Rejected> {
  const at = now()
  const networks = [...new Set(addresses.map(parseNetwork))]
  const known = networks.filter((network) => network !== undefined)
  if (known.length < networks.length) return rejected('API_KEY_ADDRESS_INVALID', { field: 'addresses' })
  if (rights.includes('withdraw') && known.length === 0)
    return rejected('API_KEY_ADDRESS_REQUIRED', { field: 'addresses' })
  if (expiresAt !== undefined && expiresAt <= at) return rejected('EXPIRY_INVALID', { field: 'expiresAt' })
  const key = `kmk_${randomBytes(KEY_BYTES).toString('base64url')}`
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const keyHash = hashOfKey(key)
  return database.transaction(async (tx) => {
    if ((await countApiKeys(tx, userId)) >= API_KEYS_MAX) return rejected('API_KEYS_TOO_MANY')
    const unproven = await checkProof(tx, { sessionId, purpose: 'ACCESS', at })
    if (unproven) return unproven
    const row = await insertApiKey(tx, {
      userId,
      name,
      keyHash: Buffer.from(keyHash, 'hex'),
      prefix: key.slice(0, PREFIX_LENGTH),
      secret: sealer.seal(Buffer.from(secret), contextOf(keyHash)),
      rights: KEY_RIGHTS.filter((right) => rights.includes(right)),
      addresses: known,
      createdAt: at,
      expiresAt,
    })
    await queueNotice(tx, { userId, kind: 'API_KEY_ADDED', params: { name }, at })
    await recordEvent(tx, { at, kind: 'API_KEY_ADDED', userId, ip, device, details: keyDetails(row) })
    return { ...row, key, secret }
  })
}

/** The audit log's details of a key. */
const keyDetails = ({ name, prefix, rights, addresses, expiresAt }: ApiKeyRow) => ({
  name,
  prefix,
  rights: rights.join(' '),
  addresses: addresses.join(' '),
  expiresAt: expiresAt?.toISOString() ?? null,
})

/** Removes one of the user's own keys. Refuses API_KEY_NOT_FOUND. */
async function removeApiKey(
  { database, apiKeys, now }: Pick<Accounts, 'database' | 'apiKeys' | 'now'>,
  { userId, ip, device }: Actor,
  id: string,
): Promise<Rejected | undefined> {
  const refused = await database.transaction(async (tx) => {
    const removed = await deleteApiKey(tx, { userId, id })
    if (!removed) return rejected('API_KEY_NOT_FOUND')
    await recordEvent(tx, { at: now(), kind: 'API_KEY_REMOVED', userId, ip, device, details: keyDetails(removed) })
    return undefined
  })
  if (refused) return refused
  apiKeys.refresh(userId)
  return undefined
}

/** The keys of a user's programs. */
export function apiKeyRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.getApiKeys, async ({ caller }) => {
      const rows = await readApiKeys(accounts.database, caller.userId)
      return { content: rows.map(apiKeyOnWire) }
    }),
    route(contract.createApiKey, async (call) => {
      const { name, rights, addresses = [], expiresAt } = call.body
      const asked = { name, rights, addresses, expiresAt: expiresAt ? new Date(expiresAt) : undefined }
      const created = await createApiKey(accounts, sessionActorOf(call), asked)
      if (created instanceof Rejected) return created
      return { baseDTO: { ...apiKeyOnWire(created), key: created.key, secret: created.secret } }
    }),
    route(contract.removeApiKey, async (call) => (await removeApiKey(accounts, actorOf(call), call.params.id)) ?? {}),
  ]
}

const apiKeyOnWire = ({ id, name, prefix, rights, addresses, ...row }: ApiKeyRow) => ({
  id: String(id),
  name,
  prefix,
  rights: [...rights],
  addresses: [...addresses],
  createdAtDateTime: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAtDateTime: row.lastUsedAt?.toISOString() ?? null,
  lastUsedIpAddress: row.lastUsedIp ?? null,
})
