import type { NoticeKind } from '#domain/notices.ts'
import { hasRight, type OperatorRight } from '#domain/operator-rights.ts'
import { queueNotices } from '../../notifications/queue-notice.ts'
import { type ListedOperator, readOperators } from '../../store/accounts/operators.ts'
import type { Transaction } from '../../store/database.ts'

interface OperatorNotice {
  readonly kind: Extract<
    NoticeKind,
    'OPERATOR_STOPPED' | 'OPERATOR_KEYS_RENEWED' | 'OPERATOR_FIRST_SIGN_IN' | 'OPERATOR_LOOKS_USED_UP'
  >
  readonly about: Pick<ListedOperator, 'id' | 'name'>
  readonly operators: readonly ListedOperator[]
  /** Sent once per key. */
  readonly eventKey?: string
  readonly at: Date
}

/** Notifies the operator concerned and every admin: everybody who could notice a theft sees changes of an operator's keys. */
export function notifyOperators(
  tx: Transaction,
  { kind, about, operators, eventKey, at }: OperatorNotice,
): Promise<void> {
  const receivers = operators.filter(({ id, roles }) => id === about.id || roles.includes('ADMIN'))
  return queueNotices(
    tx,
    receivers.map(({ id: userId }) => ({ userId, kind, params: { name: about.name }, eventKey, at })),
  )
}

interface DutyNotice {
  readonly kind: Extract<
    NoticeKind,
    'MAKER_STOPPED' | 'MAKER_STRATEGY_SET' | 'PROPOSAL_WAITS' | 'IDENTITY_WAITS' | 'VENDOR_FAULT' | 'CUSTODY_SHORT'
  >
  readonly params: Readonly<Record<string, string>>
  /** Operators with this right can act on it. */
  readonly right: OperatorRight
  /** The operator who did it, and so is not notified. */
  readonly by?: number | undefined
  /** All admins are notified while nobody is on duty. */
  readonly isGrave: boolean
  /** Sent once per key. */
  readonly eventKey?: string | undefined
  readonly at: Date
}

const SITTING_MS = 10 * 60_000

/** Repeated actions of one operator within this time are reported once: a stolen session cannot send SMS without end. */
export const sittingOf = (at: Date): number => Math.floor(at.getTime() / SITTING_MS)

/** Notifies the operators on duty by SMS and e-mail, as notices that protect an account are sent. */
export async function notifyDuty(tx: Transaction, notice: DutyNotice): Promise<void> {
  const { kind, params, right, by, isGrave, eventKey, at } = notice
  const operators = await readOperators(tx)
  const name = operators.find(({ id }) => id === by)?.name
  const receivers = receiversOf(operators, { right, by, isGrave })
  if (receivers.length === 0) return
  await queueNotices(
    tx,
    receivers.map(({ id: userId }) => ({
      ...{ userId, kind, at, eventKey },
      params: name === undefined ? params : { ...params, name },
    })),
  )
}

function receiversOf(
  operators: readonly ListedOperator[],
  { right, by, isGrave }: Pick<DutyNotice, 'right' | 'by' | 'isGrave'>,
): readonly ListedOperator[] {
  const able = operators.filter(({ id, hasKeys, isFrozen, roles }) => {
    return hasKeys && !isFrozen && id !== by && hasRight(roles, right)
  })
  const onDuty = able.filter((operator) => operator.onDuty)
  return onDuty.length > 0 || !isGrave ? onDuty : able.filter(({ roles }) => roles.includes('ADMIN'))
}
