import type { Language } from '#domain/market-state.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { Queryable } from '../store/database.ts'
import type { NoticeParams } from './notice-sentence.ts'

/** A notice for one target of a channel. */
export interface Message {
  readonly noticeId: number
  readonly userId: number
  readonly kind: NoticeKind
  readonly params: NoticeParams
  readonly topic: string | undefined
  readonly at: Date
  readonly language: Language
  /** The user's own phrase, which proves that a message is ours. */
  readonly phrase: string | undefined
  readonly mobile: string | undefined
  readonly email: string | undefined
  /** Whether amounts appear on a locked screen. */
  readonly showsAmounts: boolean
  /** A target named by `targetsOf`; empty for the user's own contact. */
  readonly target: string
}

/**
 * The outcome of a message. `later`: it was certainly not sent and is tried again after a pause, or after `afterMs`. `unknown`: it may have
 * arrived. `none`: there is nowhere to send it.
 */
export type MessageOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'none' }
  | { readonly kind: 'later'; readonly afterMs?: number | undefined }
  | { readonly kind: 'unknown' }

/**
 * A channel that brings notices to users outside the app. Each runs at its own pace, so that a slow vendor delays no other. To add one,
 * list it in `compose/notifications.ts`; its name in `NOTICE_CHANNELS` and `CHANNEL_RULES` makes it a choice in the settings.
 */
export interface Channel {
  /** In upper case, as in `NOTICE_CHANNELS`; users cannot choose FORMER. */
  readonly name: string
  /** Whether a message that may have arrived is sent again. */
  readonly repeats: boolean
  /** The channel disturbs people: a notice that may wait is sent after the quiet hours. */
  readonly keepsQuiet: boolean
  /** Older messages are not sent any more, except those that protect the account; absent: no limit but the number of tries. */
  readonly ageMsMax?: number
  /** The number of messages sent at the same time. */
  readonly parallelMax: number
  /**
   * For users with several targets, such as devices: each target gets its own delivery with its own tries. Absent: the user's own contact.
   */
  targetsOf?(tx: Queryable, userIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>
  /** Sends one message. Never throws for a fault of a vendor. */
  send(message: Message): Promise<MessageOutcome>
}
