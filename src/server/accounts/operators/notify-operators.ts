import type { NoticeKind } from '#domain/notices.ts'
import { queueNotices } from '../../notifications/queue-notice.ts'
import type { ListedOperator } from '../../store/accounts/operators.ts'
import type { Transaction } from '../../store/database.ts'

interface OperatorNotice {
  readonly kind: Extract<
    NoticeKind,
    'OPERATOR_STOPPED' | 'OPERATOR_KEYS_RENEWED' | 'OPERATOR_FIRST_SIGN_IN' | 'OPERATOR_LOOKS_USED_UP'
  >
  readonly about: Pick<ListedOperator, 'id' | 'name'>
  readonly operators: readonly ListedOperator[]
  /** It is told once. */
  readonly eventKey?: string
  readonly at: Date
}

/** Tells the operator whom it concerns and every admin: what happens to the keys of one is seen by all who could notice a theft. */
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
