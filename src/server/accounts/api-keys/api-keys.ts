import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { stageOf } from '#domain/verification.ts'
import { findSigningKeys, type SigningKey, touchApiKey } from '../../store/accounts/api-keys.ts'
import type { Database } from '../../store/database.ts'
import { gatherReads } from '../../store/gather-reads.ts'
import { countRefusal } from '../count-refusal.ts'
import { addressOf } from '../limits.ts'
import type { Sealer } from '../sealer.ts'
import type { KeyCaller, Sessions } from '../sessions.ts'
import { type ApiKeys, isSignedBy, type Nonces, type SignedCall, UsedNonces } from './signature.ts'

/** How long a key is cached; changes by other processes take effect after that. */
const CACHED_MS = 1_000
const CACHED_KEYS_MAX = 20_000
/** The minimum time between two records of a key's use. */
const TOUCH_MS = 60_000

interface CachedKey extends Omit<SigningKey, 'secret'> {
  readonly secret: string
  readonly untilMs: number
  touchedMs: number
}

/** Finds a key and binds its sealed secret: the key itself is not stored. */
export const hashOfKey = (key: string) => hash('sha256', key, 'hex')
export const contextOf = (keyHash: string) => `api-key:${keyHash}`

/** Keys of programs: found by the hash of the key, cached for some seconds. */
export function createApiKeys({
  database,
  sealer,
  now,
  nonces = new UsedNonces(now()),
}: {
  database: Database
  sealer: Sealer
  now: () => Date
  /** Absent: this process takes all calls. */
  nonces?: Nonces
}): ApiKeys {
  const cache = new Map<string, CachedKey>()
  /** Grows with every `refresh`, so that a row read before one is not cached after it. */
  let generation = 0
  const findSigningKey = gatherReads(database, findSigningKeys)

  async function find(keyHash: string, at: Date): Promise<CachedKey | undefined> {
    const cached = cache.get(keyHash)
    if (cached && at.getTime() < cached.untilMs) return cached
    cache.delete(keyHash)
    const readIn = generation
    const row = await findSigningKey(keyHash)
    if (!row) return undefined
    const secret = sealer.open(row.secret, contextOf(keyHash)).toString()
    const found = { ...row, secret, untilMs: at.getTime() + CACHED_MS, touchedMs: row.lastUsedAt?.getTime() ?? 0 }
    if (readIn !== generation) return found
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_KEYS_MAX && oldest !== undefined) cache.delete(oldest)
    cache.set(keyHash, found)
    return found
  }

  return {
    async findSigner(call) {
      const at = now()
      const key = await find(hashOfKey(call.key), at)
      if (!key) return rejected('API_KEY_REFUSED')
      const refusal = isSignedBy(key.secret, call)
        ? await refuse(key, call, { at, nonces })
        : rejected('API_KEY_REFUSED')
      if (refusal) {
        if (refusal.code === 'API_KEY_REFUSED')
          await countRefusal(database, { kind: refusal.code, userId: key.userId, ip: call.ip, at })
        return refusal
      }
      if (at.getTime() - key.touchedMs >= TOUCH_MS) {
        key.touchedMs = at.getTime()
        await touchApiKey(database, { id: key.id, at, ip: call.ip })
      }
      return callerOf(key)
    },
    refresh(userId) {
      generation += 1
      for (const [keyHash, key] of cache) if (key.userId === userId) cache.delete(keyHash)
    },
    refreshAll() {
      generation += 1
      cache.clear()
    },
  }
}

/** Sessions whose refreshing refreshes the users' keys, too. */
export const refreshingKeys = (sessions: Sessions, apiKeys: ApiKeys): Sessions => ({
  ...sessions,
  refresh(userId) {
    sessions.refresh(userId)
    apiKeys.refresh(userId)
  },
  refreshAll() {
    sessions.refreshAll()
    apiKeys.refreshAll()
  },
})

/** Why a correctly signed call is refused all the same. */
async function refuse(
  { id, blocked, isPaused, expiresAt, addresses }: CachedKey,
  { ip, nonce, time }: SignedCall,
  { at, nonces }: { at: Date; nonces: Nonces },
): Promise<Rejected | undefined> {
  if (blocked || (expiresAt !== undefined && expiresAt <= at) || !isAllowedFrom(ip, addresses))
    return rejected('API_KEY_REFUSED')
  if (isPaused) return rejected('PROGRAMS_PAUSED')
  const taken = await nonces.take({ keyId: id, nonce, timeMs: Date.parse(time) }, at)
  if (taken === 'new') return undefined
  if (taken === 'tooMany') return rejected('TOO_MANY_REQUESTS')
  return rejected(taken === 'beforeStart' ? 'UNAVAILABLE' : 'API_KEY_REFUSED')
}

const callerOf = ({ id, userId, rights, verification, level, charges }: CachedKey): KeyCaller => ({
  kind: 'key',
  userId,
  keyId: id,
  rights,
  authorized: stageOf(verification).authorized,
  supervisor: level === 'SUPERVISOR',
  charges,
})

/**
 * An address or a network as stored: "203.0.113.7", "2001:db8::/48". An address within the network becomes the network's first; an
 * IPv4 address written as IPv6 becomes IPv4. `undefined` for anything else.
 */
export function parseNetwork(text: string): string | undefined {
  const [address = '', bits, more] = text.trim().split('/')
  if (more !== undefined || isIP(address) === 0) return undefined
  if (bits === undefined) return addressOf(address)
  if (!/^\d{1,3}$/.test(bits) || !ipaddr.isValidCIDR(`${address}/${bits}`)) return undefined
  const kind = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** Whether one of the networks contains an address; true without networks. */
export function isAllowedFrom(ip: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const text = addressOf(ip)
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  return networks.some((network) => {
    if (!network.includes('/')) return network === text
    const [first, bits] = ipaddr.parseCIDR(network)
    return first.kind() === address.kind() && address.match(first, bits)
  })
}
