import { hash, randomBytes } from 'node:crypto'
import type { KeyRight } from '#domain/api-key.ts'
import { readId } from '#domain/counts.ts'
import type { AccountLevel, Charges } from '#domain/fee.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import { stageOf } from '#domain/verification.ts'
import {
  deleteSession,
  deleteSessionOf,
  findOpenSessions,
  findSessions,
  insertSession,
  type SessionDevice,
  type SessionRow,
  touchSession,
} from '../store/accounts/sessions.ts'
import type { Database, Queryable, Transaction } from '../store/database.ts'
import { gatherReads } from '../store/gather-reads.ts'

/** The user who makes a call. */
interface CallingUser {
  readonly userId: number
  readonly authorized: boolean
  /** A market maker: no quick trade, no market orders. */
  readonly supervisor: boolean
  /** The rates that the user pays at its level, and its inviter. May be some seconds old, like the rest. */
  readonly charges: Charges
}

/** The user whose session a call carries. */
export interface SessionCaller extends CallingUser {
  readonly kind: 'session'
  readonly sessionId: number
  /** The time of the user's last second step; the login counts. */
  readonly provenAt: Date
  /** The same without the login; `undefined` if there was only the login. */
  readonly provenAnewAt: Date | undefined
  /** The purpose of that proof. */
  readonly provenFor: ProofPurpose | undefined
  /** From then on the session may get lasting rights without an earlier key. */
  readonly trustedFrom: Date
  /** The user has an authenticator or a passkey that is older than this login. */
  readonly hasEarlierKey: boolean
}

/** A program that acts for a user by one of the user's keys. */
export interface KeyCaller extends CallingUser {
  readonly kind: 'key'
  readonly keyId: number
  readonly rights: readonly KeyRight[]
}

/** Endpoints that admit no keys are called by sessions alone. */
export type Caller = SessionCaller | KeyCaller

export interface SessionSettings {
  /** A session ends after this time without use, and after `sessionMs` in any case. */
  readonly sessionIdleMs: number
  readonly sessionMs: number
}

/** The reason for a lookup: a person's action, which keeps the session alive, or a page's own poll, which does not. */
export type SessionUse = 'person' | 'poll'

/** The user and the device of a new session; the device is trusted immediately unless said otherwise. */
export interface OpenedBy extends SessionDevice {
  readonly userId: number
  readonly trustedFrom?: Date
  /** Identifies its browser. */
  readonly deviceHash?: Uint8Array
}

export interface Sessions {
  /** The caller of the session of this token, immediately if cached; `undefined` if there is none, it has ended, or the user is blocked. */
  findCaller(token: string, use?: SessionUse): SessionCaller | undefined | Promise<SessionCaller | undefined>
  /** The tokens among these that open a session now, for pages that only listen: those not cached are looked up in one query. */
  findOpen(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Opens a session for a user who has passed every step, inside a transaction or alone. @returns the token, which is not stored */
  create(database: Queryable, opened: OpenedBy): Promise<string>
  /** Ends the session, from the next call on, with its streams at every process. */
  end(session: Pick<SessionCaller, 'userId' | 'sessionId'>): Promise<void>
  /** Ends the session of a token with the transaction, with its streams at every process; an unknown token is no error. */
  endToken(tx: Transaction, token: string): Promise<void>
  /** The next call of each of the user's sessions reads the user again. Called after a change of the user is committed. */
  refresh(userId: number): void
  /** The next call of every session reads its user again. Called after a change that affects them all is committed. */
  refreshAll(): void
  /** Calls the listener with every refreshed user, once their sessions are to be read again. */
  onRefresh(listener: (userId: number) => void): void
}

const SUPERVISOR: AccountLevel = 'SUPERVISOR'
const TOKEN_BYTES = 32
/** How long a session is cached; a change by another process that announces none takes effect after that. */
const CACHED_MS = 1_000
/** The topic of users whose sessions have changed; without a detail, those of all. */
const REFRESHED = 'sessions'
const CACHED_SESSIONS_MAX = 20_000
/** The minimum time between two records of a session's use. */
const TOUCH_MS = 60_000

interface CachedSession {
  readonly caller: SessionCaller
  readonly untilMs: number
  /** The last recorded use by a person. */
  readonly usedMs: number
}

/** Sessions with opaque 256-bit tokens: hashed in the store, cached here for some seconds. */
export function createSessions({
  database,
  now = () => new Date(),
  settings,
}: {
  database: Database
  /** Absent: this machine's clock. */
  now?: () => Date
  settings: SessionSettings
}): Sessions {
  const cache = new Map<string, CachedSession>()
  /** Grows with every invalidation, so that a row read before one is not cached after it. */
  let generation = 0
  const listeners: ((userId: number) => void)[] = []
  const findSession = gatherReads(database, findSessions)
  const invalidate = (fits: (caller: SessionCaller) => boolean) => {
    generation += 1
    for (const [key, { caller }] of cache) if (fits(caller)) cache.delete(key)
  }
  const refresh = (userId: number) => {
    invalidate((caller) => caller.userId === userId)
    for (const listener of listeners) listener(userId)
  }
  const refreshEverywhere = (userId: number) => {
    refresh(userId)
    void database.announceToOthers(REFRESHED, `${userId}`).catch(() => undefined)
  }
  database.onAnnounced(REFRESHED, (userId) => (userId === undefined ? invalidate(() => true) : refresh(readId(userId))))
  const readSession = async (key: string, at: Date, use: SessionUse) => {
    cache.delete(key)
    const readIn = generation
    const found = await findSession(key)
    if (!found || found.blocked) return undefined
    const endsMs = Math.min(found.expiresAt.getTime(), found.lastUsedAt.getTime() + settings.sessionIdleMs)
    if (endsMs <= at.getTime()) return undefined
    const isUsed = use === 'person' && at.getTime() - found.lastUsedAt.getTime() >= TOUCH_MS
    if (isUsed) await touchSession(database, { id: found.id, at })
    const usedMs = (isUsed ? at : found.lastUsedAt).getTime()
    const caller = callerOf(found)
    const untilMs = Math.min(endsMs, at.getTime() + CACHED_MS)
    if (readIn === generation) remember(cache, key, { caller, untilMs, usedMs })
    return caller
  }
  return {
    findCaller(token, use = 'person') {
      const key = hashOf(token)
      const at = now()
      const cached = cache.get(key)
      const isFresh = cached !== undefined && at.getTime() < cached.untilMs
      const isNoted = use === 'poll' || (cached !== undefined && at.getTime() - cached.usedMs < TOUCH_MS)
      return isFresh && isNoted ? cached.caller : readSession(key, at, use)
    },
    findOpen: (tokens) => findOpenTokens(tokens, { database, cache, at: now(), idleMs: settings.sessionIdleMs }),
    create: (queryable, opened) => createSession(queryable, opened, { at: now(), ms: settings.sessionMs }),
    async end({ userId, sessionId }) {
      await deleteSession(database, sessionId)
      refreshEverywhere(userId)
    },
    async endToken(tx, token) {
      const userId = await deleteSessionOf(tx, Buffer.from(hashOf(token), 'base64url'))
      if (userId !== undefined) tx.announce(REFRESHED, `${userId}`)
    },
    refresh: refreshEverywhere,
    refreshAll: () => invalidate(() => true),
    onRefresh: (listener) => void listeners.push(listener),
  }
}

/** @returns the token of the new session */
async function createSession(database: Queryable, opened: OpenedBy, { at, ms }: { at: Date; ms: number }) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const tokenHash = Buffer.from(hashOf(token), 'base64url')
  const expiresAt = new Date(at.getTime() + ms)
  await insertSession(database, { trustedFrom: at, ...opened, tokenHash, at, expiresAt })
  return token
}

interface Lookup {
  readonly database: Queryable
  readonly cache: ReadonlyMap<string, CachedSession>
  readonly at: Date
  readonly idleMs: number
}

async function findOpenTokens(
  tokens: readonly string[],
  { database, cache, at, idleMs }: Lookup,
): Promise<ReadonlySet<string>> {
  const unusedSince = new Date(at.getTime() - idleMs)
  // Decided once: a session may leave the cache while the others are looked up, and is open none the less.
  const keys = tokens.map((token) => {
    const key = hashOf(token)
    return { token, key, isCached: at.getTime() < (cache.get(key)?.untilMs ?? 0) }
  })
  const tokenHashes = keys.filter(({ isCached }) => !isCached).map(({ key }) => Buffer.from(key, 'base64url'))
  const found = tokenHashes.length === 0 ? [] : await findOpenSessions(database, { tokenHashes, at, unusedSince })
  const open = new Set(found.map((tokenHash) => Buffer.from(tokenHash).toString('base64url')))
  return new Set(keys.filter(({ key, isCached }) => isCached || open.has(key)).map(({ token }) => token))
}

function remember(cache: Map<string, CachedSession>, key: string, session: CachedSession): void {
  const [oldest] = cache.keys()
  if (cache.size >= CACHED_SESSIONS_MAX && oldest !== undefined) cache.delete(oldest)
  cache.set(key, session)
}

const callerOf = ({ id, userId, verification, level, charges, ...trust }: SessionRow): SessionCaller => ({
  kind: 'session',
  userId,
  sessionId: id,
  authorized: stageOf(verification).authorized,
  supervisor: level === SUPERVISOR,
  charges,
  provenAt: trust.provenAt,
  provenAnewAt: trust.provenAnewAt,
  provenFor: trust.provenFor,
  trustedFrom: trust.trustedFrom,
  hasEarlierKey: trust.hasEarlierKey,
})

/** SHA-256 in base64url. */
export const hashOf = (token: string) => hash('sha256', token, 'base64url')
