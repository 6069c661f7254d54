import type { NoticeKind } from '#domain/notices.ts'
import type { Transaction } from '../store/database.ts'
import { insertNotices, type NewNotice } from '../store/notifications/notices.ts'

/**
 * An event to notify a user of. Each kind has a rule in `src/domain/notices.ts`, sentences in `texts/` and, unless it opens the page of its
 * group, a path in `notice-sentence.ts`.
 */
export interface Notice extends Omit<NewNotice, 'params'> {
  readonly kind: NoticeKind
  /** The values of its sentence: `{ device: 'Chrome, Android' }`. Amounts and prices are decimal text. Never a code or a secret. */
  readonly params?: { readonly [name: string]: string }
}

/** The topic under which a transaction announces that it has queued notices. */
export const QUEUED = 'notices'

/** Records a notice within the transaction of its event. The app shows it, and it is sent, after the commit. */
export const queueNotice = (tx: Transaction, notice: Notice): Promise<void> => queueNotices(tx, [notice])

/** Records several notices, at most one per user and topic in a call. */
export async function queueNotices(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  await insertNotices(
    tx,
    notices.map((notice) => ({ ...notice, params: JSON.stringify(notice.params ?? {}) })),
  )
  tx.announce(QUEUED)
}
