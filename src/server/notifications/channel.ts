import type { Language } from '#domain/market-state.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { Queryable } from '../store/database.ts'
import type { NoticeParams } from './notice-sentence.ts'

/** A notice on its way to one target of a channel. */
export interface Message {
  readonly noticeId: number
  readonly userId: number
  readonly kind: NoticeKind
  readonly params: NoticeParams
  readonly topic: string | undefined
  readonly at: Date
  readonly language: Language
  /** The user's own phrase, by which a message of ours is known. */
  readonly phrase: string | undefined
  readonly mobile: string | undefined
  readonly email: string | undefined
  /** Whether amounts stand in what a locked screen shows. */
  readonly showsAmounts: boolean
  /** What `targetsOf` has named; empty for the user's own contact. */
  readonly target: string
}

/**
 * What became of a message. `later`: it was certainly not sent, and is tried again after a pause, or after `afterMs`. `unknown`: it may have
 * arrived. `none`: there is nowhere to send it.
 */
export type MessageOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'none' }
  | { readonly kind: 'later'; readonly afterMs?: number | undefined }
  | { readonly kind: 'unknown' }

/**
 * A way by which notices reach their users beside the app. Each runs at its own pace, so that a slow vendor holds up no other. A new one is
 * added to the list in `compose/notifications.ts`; its name in `NOTICE_CHANNELS` and `CHANNEL_RULES` makes it a choice in the settings.
 */
export interface Channel {
  /** In upper case, as in `NOTICE_CHANNELS`; FORMER is no user's choice. */
  readonly name: string
  /** Whether a message that may have arrived is sent again. */
  readonly repeats: boolean
  /** It disturbs: what may wait goes when the quiet hours are over. */
  readonly keepsQuiet: boolean
  /** What is older by then is not sent any more, but for what protects the account; absent: as long as there are tries left. */
  readonly ageMsMax?: number
  /** How many messages are under way at a time. */
  readonly parallelMax: number
  /** Where a user has several places, such as devices: each gets a delivery with tries of its own. Absent: the user's own contact. */
  targetsOf?(tx: Queryable, userIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>
  /** Sends one message. Never throws for what a vendor does. */
  send(message: Message): Promise<MessageOutcome>
}
