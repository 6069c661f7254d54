import type { NoticeKind } from '#domain/notices.ts'
import type { Transaction } from '../store/database.ts'
import { insertNotices } from '../store/notifications/notices.ts'

/**
 * An event that a user is to be told of. Each kind has a rule in `src/domain/notices.ts`, sentences in `texts/` and, unless it leads where its group
 * does, a path in `notice-path.ts`.
 */
export interface Notice {
  readonly userId: number
  readonly kind: NoticeKind
  /** What its sentence names: `{ device: 'Chrome, Android' }`. Amounts and prices are decimal text. Never a code or a secret. */
  readonly params?: { readonly [name: string]: string }
  /** The mobile number or e-mail address that the account had until now, which is told too. */
  readonly formerContact?: string | undefined
  /** What it is about, where a newer notice stands in the place of an older one: "order:17". */
  readonly topic?: string | undefined
  /** What the event is known by, where its user must be told of it once however often it is queued: "order:17:filled". */
  readonly eventKey?: string | undefined
  readonly at: Date
  /** Until then it is shown in the app alone. Default: at once. */
  readonly dueAt?: Date | undefined
}

/** What transactions announce that have queued notices, and those that have chosen their ways. */
export const QUEUED = 'notices'
export const ROUTED = 'notice deliveries'

/** Writes down, in the transaction of what it tells of, that the user is to be told. The app shows it, and it is sent, after the commit. */
export const queueNotice = (tx: Transaction, notice: Notice): Promise<void> => queueNotices(tx, [notice])

/** Several at once; of one topic of a user one at a time. */
export async function queueNotices(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  await insertNotices(
    tx,
    notices.map((notice) => ({ ...notice, params: JSON.stringify(notice.params ?? {}) })),
  )
  tx.announce(QUEUED)
}
