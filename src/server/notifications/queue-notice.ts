import type { NoticeKind } from '#domain/notices.ts'
import type { Transaction } from '../store/database.ts'
import { insertNotices } from '../store/notifications/notices.ts'

/**
 * An event to notify a user of. Each kind has a rule in `src/domain/notices.ts`, sentences in `texts/` and, unless it opens the page of its
 * group, a path in `notice-path.ts`.
 */
export interface Notice {
  readonly userId: number
  readonly kind: NoticeKind
  /** The values of its sentence: `{ device: 'Chrome, Android' }`. Amounts and prices are decimal text. Never a code or a secret. */
  readonly params?: { readonly [name: string]: string }
  /** The account's previous mobile number or e-mail address, which is notified too. */
  readonly formerContact?: string | undefined
  /** The subject of which only the newest notice is kept: "order:17". */
  readonly topic?: string | undefined
  /** Identifies the event, so that it is notified once however often it is queued: "order:17:filled". */
  readonly eventKey?: string | undefined
  readonly at: Date
  /** Until then only the app shows it. Default: no delay. */
  readonly dueAt?: Date | undefined
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
