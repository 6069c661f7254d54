import { recordEvent } from '../store/accounts/audit-log.ts'
import { addRefusal, hourOf, takeRefusals } from '../store/accounts/counters.ts'
import type { Database, Queryable } from '../store/database.ts'
import type { Accounts } from './accounts.ts'
import { networkOf } from './limits.ts'
import type { SecurityLine } from './security-log.ts'

/** The kinds of refusals that are counted. Each becomes an event of the audit log, by the hour. */
export type RefusalKind =
  | 'WRONG_PASSWORD'
  | 'WRONG_CODE'
  | 'TOO_MANY_TRIES'
  | 'TOO_MANY_CODES'
  | 'LOGIN_WHILE_FROZEN'
  | 'CAPTCHA_REFUSED'
  | 'PROOF_REFUSED'
  | 'RECOVERY_CODE_REFUSED'
  | 'PASSKEY_REFUSED'
  | 'SIGN_ON_REFUSED'
  | 'API_KEY_REFUSED'
  | 'IDENTITY_MISMATCH'
  | 'IDENTITY_TAKEN'
  | 'BANK_ACCOUNT_REFUSED'
  | 'DOCUMENT_REFUSED'
  | 'CONTACT_REFUSED'
  | 'INVITE_REFUSED'
  | 'OPERATOR_REFUSED'
  /** A call that an operator's roles do not allow, or an approval of one's own proposal. */
  | 'OPERATOR_CALL_REFUSED'

export interface Refusal {
  readonly kind: RefusalKind
  /** The person concerned; `undefined` without a known account. */
  readonly userId: number | undefined
  readonly ip: string
  readonly at: Date
}

/**
 * Counts a refusal that concerns a person, for the audit log. It runs outside the transaction of the refused action, during or after it, because a
 * refusal must not undo it. Takes the same time whether an account is known or not.
 */
export async function countRefusal(database: Queryable, { kind, userId, ip, at }: Refusal): Promise<void> {
  await addRefusal(database, { kind, userId, network: networkOf(ip), at })
}

/** The maximum of counts in one transaction. */
const APPENDED_MAX = 50

/** Appends the counts of closed hours to the audit log, each as one event, and deletes them. Runs every few minutes. */
export async function appendRefusals(database: Database, { now }: { now: Date }): Promise<void> {
  for (let taken = APPENDED_MAX; taken === APPENDED_MAX; ) {
    taken = await database.transaction(async (tx) => {
      const counts = await takeRefusals(tx, { hoursBefore: hourOf(now), max: APPENDED_MAX })
      for (const { kind, userId, network, count, firstAt, lastAt } of counts) {
        const details = { count, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() }
        await recordEvent(tx, { at: now, kind, userId, ip: network, device: 'UNKNOWN', details })
      }
      return counts.length
    })
  }
}

/** Counts a refused call of an operator, so that the audit log names operators who try more than their roles allow. */
export function countRefusedCall(
  { database, log }: Pick<Accounts, 'database' | 'log'>,
  { line: { event, operatorId: userId, ip = '' }, at }: { line: SecurityLine; at: Date },
): void {
  if (event !== 'ACCESS_REFUSED' || userId === undefined) return
  countRefusal(database, { kind: 'OPERATOR_CALL_REFUSED', userId, ip, at }).catch((error: unknown) =>
    log.error({ err: error }, 'a refused call of an operator could not be counted'),
  )
}
