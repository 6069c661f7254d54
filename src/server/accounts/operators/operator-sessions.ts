import { hash, randomBytes } from 'node:crypto'
import type { OperatorRole } from '#domain/operator-rights.ts'
import {
  deleteOperatorSession,
  deleteOperatorSessions,
  findOperatorSession,
  insertOperatorSession,
} from '../../store/accounts/operator-sessions.ts'
import type { Database, Transaction } from '../../store/database.ts'

/** The operator whose session a call carries. */
export interface Operator {
  readonly operatorId: number
  readonly name: string
  /** As they are now: a change holds from the next call. */
  readonly roles: readonly OperatorRole[]
  readonly sessionId: number
  readonly expiresAt: Date
}

export interface OperatorSessions {
  /** The operator of the session that this token opens; `undefined` where there is none, or it has ended. Read for every call. */
  findOperator(token: string): Promise<Operator | undefined>
  /** Opens a session, and ends the operator's earlier ones. @returns the token, which is kept nowhere */
  create(tx: Transaction, opened: NewSession): Promise<{ readonly token: string; readonly expiresAt: Date }>
  end(sessionId: number): Promise<void>
}

interface NewSession {
  readonly operatorId: number
  readonly ip: string
  readonly device: string
}

const TOKEN_BYTES = 32
/** A session ends then, used or not. */
const SESSION_MS = 30 * 60_000

/** Sessions of operators: of opaque 256-bit tokens, hashed in a table of their own, never cached. */
export function createOperatorSessions({ database, now }: { database: Database; now: () => Date }): OperatorSessions {
  return {
    async findOperator(token) {
      const found = await findOperatorSession(database, { tokenHash: hashOf(token), at: now() })
      if (!found) return undefined
      const { userId: operatorId, name, roles, id: sessionId, expiresAt } = found
      return { operatorId, name, roles, sessionId, expiresAt }
    },
    async create(tx, { operatorId: userId, ip, device }) {
      const at = now()
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const expiresAt = new Date(at.getTime() + SESSION_MS)
      await deleteOperatorSessions(tx, { userId, at })
      await insertOperatorSession(tx, { userId, tokenHash: hashOf(token), at, expiresAt, ip, device })
      return { token, expiresAt }
    },
    end: (sessionId) => deleteOperatorSession(database, sessionId),
  }
}

const hashOf = (token: string) => Buffer.from(hash('sha256', token, 'base64url'), 'base64url')
