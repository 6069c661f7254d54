import { hash, randomBytes } from 'node:crypto'
import type { Charges, Level } from '#domain/fee.ts'
import { stageOf } from '#domain/verification.ts'
import { deleteSession, findSession, insertSession, touchSession } from '../store/accounts/sessions.ts'
import type { Database, Queryable } from '../store/database.ts'

/** Who is asking, as the session says. */
export interface SessionCaller {
  readonly userId: number
  readonly sessionId: number
  readonly authorized: boolean
  readonly supervisor: boolean
  readonly charges: Charges
}

export interface SessionSettings {
  /** Sessions end after this time without use, and after this time at all. */
  readonly sessionIdleMs: number
  readonly sessionMs: number
}

export interface Sessions {
  /** Whose session this token opens, at once where it is remembered; `undefined` when there is none, or it has ended, or the user is blocked. */
  findCaller(token: string): SessionCaller | undefined | Promise<SessionCaller | undefined>
  /** Opens a session, inside a transaction or alone. @returns the token, which is kept nowhere */
  create(database: Queryable, userId: number): Promise<string>
  /** From the next call on the token opens nothing. */
  end(sessionId: number): Promise<void>
  /** The next call of each of the user's sessions reads anew who he is. To be called after what changed it is committed. */
  refresh(userId: number): void
}

const SUPERVISOR: Level = 'SUPERVISOR'
const TOKEN_BYTES = 32
/** How long an answer of the store is believed; what other processes change shows after that. */
const BELIEVED_MS = 5_000
const BELIEVED_SESSIONS_MAX = 20_000
/** Use is written down at most so often. */
const TOUCH_MS = 60_000

interface Belief {
  readonly caller: SessionCaller
  readonly untilMs: number
}

/** Sessions of opaque 256-bit tokens: hashed in the store, remembered here for some seconds. */
export function createSessions({
  database,
  now,
  settings,
}: {
  database: Database
  now: () => Date
  settings: SessionSettings
}): Sessions {
  const beliefs = new Map<string, Belief>()
  /** Moves with every forgetting, so that what was read before it is not believed after it. */
  let generation = 0
  const forget = (fits: (caller: SessionCaller) => boolean) => {
    generation += 1
    for (const [key, { caller }] of beliefs) if (fits(caller)) beliefs.delete(key)
  }
  const believe = (key: string, belief: Belief) => {
    const [oldest] = beliefs.keys()
    if (beliefs.size >= BELIEVED_SESSIONS_MAX && oldest !== undefined) beliefs.delete(oldest)
    beliefs.set(key, belief)
  }
  const lookUp = async (key: string, at: Date) => {
    beliefs.delete(key)
    const readIn = generation
    const found = await findSession(database, Buffer.from(key, 'base64url'))
    if (!found || found.blocked) return undefined
    const endsMs = Math.min(found.expiresAt.getTime(), found.lastUsedAt.getTime() + settings.sessionIdleMs)
    if (endsMs <= at.getTime()) return undefined
    if (at.getTime() - found.lastUsedAt.getTime() >= TOUCH_MS) await touchSession(database, { id: found.id, at })
    const caller = {
      userId: found.userId,
      sessionId: found.id,
      authorized: stageOf(found.verification).authorized,
      supervisor: found.level === SUPERVISOR,
      charges: found.charges,
    }
    if (readIn === generation) believe(key, { caller, untilMs: Math.min(endsMs, at.getTime() + BELIEVED_MS) })
    return caller
  }
  return {
    findCaller(token) {
      const key = hashOf(token)
      const at = now()
      const belief = beliefs.get(key)
      return belief && at.getTime() < belief.untilMs ? belief.caller : lookUp(key, at)
    },
    async create(queryable, userId) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const at = now()
      const expiresAt = new Date(at.getTime() + settings.sessionMs)
      await insertSession(queryable, { userId, tokenHash: Buffer.from(hashOf(token), 'base64url'), at, expiresAt })
      return token
    },
    async end(sessionId) {
      await deleteSession(database, sessionId)
      forget((caller) => caller.sessionId === sessionId)
    },
    refresh: (userId) => forget((caller) => caller.userId === userId),
  }
}

/** SHA-256 in base64url. */
const hashOf = (token: string) => hash('sha256', token, 'base64url')
