import { hash, randomBytes } from 'node:crypto'
import type { KeyRight } from '#domain/api-key.ts'
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
import type { Database, Queryable } from '../store/database.ts'
import { gatherReads } from '../store/gather-reads.ts'

/** The user for whom a call is made. */
interface CallingUser {
  readonly userId: number
  readonly authorized: boolean
  /** A market maker: no quick trade, no market orders. */
  readonly supervisor: boolean
  /** What the user pays at its level, and who invited it. May be some seconds old, like the rest. */
  readonly charges: Charges
}

/** The user whose session a call carries. */
export interface SessionCaller extends CallingUser {
  readonly kind: 'session'
  readonly sessionId: number
  /** When the user last proved by a second step to be there; the login counts. */
  readonly provenAt: Date
  /** The same beside the login; `undefined` where that was all. */
  readonly provenAnewAt: Date | undefined
  /** What that proof was for. */
  readonly provenFor: ProofPurpose | undefined
  /** From then on the session may be given what lasts, without a key of before. */
  readonly trustedFrom: Date
  /** The user has an authenticator or a passkey that was there before this login. */
  readonly hasEarlierKey: boolean
}

/** A program that acts for a user by one of the user's keys. */
export interface KeyCaller extends CallingUser {
  readonly kind: 'key'
  readonly keyId: number
  readonly rights: readonly KeyRight[]
}

/** Endpoints that let no keys in are called by sessions alone. */
export type Caller = SessionCaller | KeyCaller

export interface SessionSettings {
  /** A session ends after this time without use, and after `sessionMs` in any case. */
  readonly sessionIdleMs: number
  readonly sessionMs: number
}

/** Who looks a session up: a person who does something, which keeps it alive, or a page that asks again by itself, which does not. */
export type SessionUse = 'person' | 'poll'

/** The user and the device of a new session; the device is trusted at once where nothing else is said. */
export interface OpenedBy extends SessionDevice {
  readonly userId: number
  readonly trustedFrom?: Date
  /** By which its browser is known. */
  readonly deviceHash?: Uint8Array
}

export interface Sessions {
  /** The caller of the session that this token opens, at once where it is cached; `undefined` when there is none, it has ended, or the user is blocked. */
  findCaller(token: string, use?: SessionUse): SessionCaller | undefined | Promise<SessionCaller | undefined>
  /** Which of these tokens open a session now, for pages that only listen: those that are not cached are looked up in one query. */
  findOpen(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Opens a session for a user who has passed every step, inside a transaction or alone. @returns the token, which is kept nowhere */
  create(database: Queryable, opened: OpenedBy): Promise<string>
  /** The session's token opens nothing from the next call on. */
  end(sessionId: number): Promise<void>
  /** Deletes the session of a token, inside a transaction or alone; a token that opens nothing is none. */
  endToken(database: Queryable, token: string): Promise<void>
  /** The next call of each of the user's sessions reads the user anew. Called after a change of the user is committed. */
  refresh(userId: number): void
  /** The next call of every session reads its user anew. Called after a change that touches them all is committed. */
  refreshAll(): void
  /** Calls the listener with every user who was refreshed, when their sessions are read anew already. */
  onRefresh(listener: (userId: number) => void): void
}

const SUPERVISOR: AccountLevel = 'SUPERVISOR'
const TOKEN_BYTES = 32
/** How long a session is cached; changes by other processes take effect after that. */
const CACHED_MS = 5_000
const CACHED_SESSIONS_MAX = 20_000
/** The least time between two records of a session being used. */
const TOUCH_MS = 60_000

interface CachedSession {
  readonly caller: SessionCaller
  readonly untilMs: number
  /** When it was last written down that a person used it. */
  readonly usedMs: number
}

/** Sessions of opaque 256-bit tokens: hashed in the store, cached here for some seconds. */
export function createSessions({
  database,
  now,
  settings,
}: {
  database: Database
  now: () => Date
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
    async create(queryable, opened) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const at = now()
      const expiresAt = new Date(at.getTime() + settings.sessionMs)
      const tokenHash = Buffer.from(hashOf(token), 'base64url')
      await insertSession(queryable, { trustedFrom: at, ...opened, tokenHash, at, expiresAt })
      return token
    },
    async end(sessionId) {
      await deleteSession(database, sessionId)
      invalidate((caller) => caller.sessionId === sessionId)
    },
    async endToken(queryable, token) {
      const key = hashOf(token)
      await deleteSessionOf(queryable, Buffer.from(key, 'base64url'))
      generation += 1
      cache.delete(key)
    },
    refresh(userId) {
      invalidate((caller) => caller.userId === userId)
      for (const listener of listeners) listener(userId)
    },
    refreshAll: () => invalidate(() => true),
    onRefresh: (listener) => void listeners.push(listener),
  }
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
  const isCached = (key: string) => at.getTime() < (cache.get(key)?.untilMs ?? 0)
  const unusedSince = new Date(at.getTime() - idleMs)
  const keys = tokens.map((token) => ({ token, key: hashOf(token) }))
  const tokenHashes = keys.filter(({ key }) => !isCached(key)).map(({ key }) => Buffer.from(key, 'base64url'))
  const found = tokenHashes.length === 0 ? [] : await findOpenSessions(database, { tokenHashes, at, unusedSince })
  const open = new Set(found.map((tokenHash) => Buffer.from(tokenHash).toString('base64url')))
  return new Set(keys.filter(({ key }) => open.has(key) || isCached(key)).map(({ token }) => token))
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
const hashOf = (token: string) => hash('sha256', token, 'base64url')
