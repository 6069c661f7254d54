import type { NoticeKind } from '#domain/notices.ts'
import { queueNotices } from '../../notifications/queue-notice.ts'
import type { ListedOperator } from '../../store/accounts/operators.ts'
import type { Transaction } from '../../store/database.ts'

interface OperatorNotice {
  readonly kind: Extract<NoticeKind, 'OPERATOR_STOPPED' | 'OPERATOR_KEYS_RENEWED' | 'OPERATOR_FIRST_SIGN_IN'>
  readonly about: Pick<ListedOperator, 'id' | 'name'>
  readonly operators: readonly ListedOperator[]
  readonly at: Date
}

/** Tells the operator whom it concerns and every admin: what happens to the keys of one is seen by all who could notice a theft. */
export function notifyOperators(tx: Transaction, { kind, about, operators, at }: OperatorNotice): Promise<void> {
  const receivers = operators.filter(({ id, roles }) => id === about.id || roles.includes('ADMIN'))
  return queueNotices(
    tx,
    receivers.map(({ id: userId }) => ({ userId, kind, params: { name: about.name }, at })),
  )
}
