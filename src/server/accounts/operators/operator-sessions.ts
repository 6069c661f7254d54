import type { OperatorRole } from '#domain/operator-rights.ts'
import {
  deleteOperatorSession,
  deleteOperatorSessions,
  findOperatorSession,
  insertOperatorSession,
  type OperatorSessionRow,
  prolongOperatorSession,
} from '../../store/accounts/operators.ts'
import type { Database, Transaction } from '../../store/database.ts'
import type { SessionUse } from '../sessions.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'

/** The operator whose session a call carries. */
export interface Operator {
  readonly operatorId: number
  readonly name: string
  /** Read for each call: a change applies from the next one. */
  readonly roles: readonly OperatorRole[]
  readonly sessionId: number
  /** The time of the last code of the authenticator, at the login or later. */
  readonly provenAt: Date
  readonly expiresAt: Date
}

export interface OperatorSessions {
  /**
   * The operator of the session of this token; `undefined` if there is none, or it has ended. Read for every call. Use by a person
   * prolongs the session; requests that a page makes by itself (`poll`) do not.
   */
  findOperator(token: string, use?: SessionUse): Promise<Operator | undefined>
  /** Opens a session, and ends the operator's earlier ones. @returns the token, which is not stored */
  create(tx: Transaction, opened: NewSession): Promise<{ readonly token: string; readonly expiresAt: Date }>
  end(sessionId: number): Promise<void>
}

interface NewSession {
  readonly operatorId: number
  readonly ip: string
  readonly device: string
}

/** An unused session ends after this time. */
const IDLE_MS = 30 * 60_000
/** A session ends with the shift, however busy its operator is. */
const SHIFT_MS = 10 * 3_600_000
/** The end moves in steps of a minute, so that not every call writes. */
const STEP_MS = 60_000

const endOf = (createdAt: Date, usedAt: Date) =>
  new Date(Math.min(usedAt.getTime() + IDLE_MS, createdAt.getTime() + SHIFT_MS))

/** Sessions of operators: opaque 256-bit tokens, hashed in a separate table, never cached. */
export function createOperatorSessions({ database, now }: { database: Database; now: () => Date }): OperatorSessions {
  const prolong = async ({ id, createdAt, expiresAt }: OperatorSessionRow, at: Date): Promise<Date> => {
    const end = endOf(createdAt, at)
    if (end.getTime() - expiresAt.getTime() < STEP_MS) return expiresAt
    await prolongOperatorSession(database, { id, expiresAt: end })
    return end
  }
  return {
    async findOperator(token, use = 'person') {
      const at = now()
      const found = await findOperatorSession(database, { tokenHash: hashToken(token), at })
      if (!found) return undefined
      const { userId: operatorId, name, roles, id: sessionId, provenAt } = found
      const expiresAt = use === 'person' ? await prolong(found, at) : found.expiresAt
      return { operatorId, name, roles, sessionId, provenAt, expiresAt }
    },
    async create(tx, { operatorId: userId, ip, device }) {
      const at = now()
      const token = newToken()
      const expiresAt = endOf(at, at)
      await deleteOperatorSessions(tx, { userId, at })
      await insertOperatorSession(tx, { userId, tokenHash: hashToken(token), at, expiresAt, ip, device })
      return { token, expiresAt }
    },
    end: (sessionId) => deleteOperatorSession(database, sessionId),
  }
}
