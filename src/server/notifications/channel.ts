import { z } from 'zod'
import { isNoticeKind, isUrgent, type NoticeKind } from '#domain/notices.ts'
import type { Queryable } from '../store/database.ts'
import { type NoticeToSend, readNoticesToSend } from '../store/notifications/notices.ts'
import { type Dispatching, dispatch, type OutboxKind, type OutboxRow } from '../store/outbox.ts'
import type { NoticeParams } from './notice-sentence.ts'

/** A notice for one target of a channel. */
export interface Message extends Omit<NoticeToSend, 'kind' | 'params'> {
  readonly kind: NoticeKind
  readonly params: NoticeParams
  /** A target named by `targetsOf`, or the former contact; empty for the user's own contact. */
  readonly target: string
}

/**
 * A channel that brings notices to users outside the app, and a kind of the outbox. To add one, list it in `compose/notifications.ts`; its
 * name in `NOTICE_CHANNELS` and `CHANNEL_RULES` makes it a choice in the settings.
 */
export interface Channel extends Pick<OutboxKind<Message>, 'name' | 'repeats' | 'parallelMax' | 'send'> {
  /** The channel disturbs people: a notice that may wait is sent after the quiet hours. */
  readonly keepsQuiet: boolean
  /** Older messages are not sent any more, except those that protect the account; absent: no limit but the number of tries. */
  readonly ageMsMax?: number
  /** For users with several targets, such as devices: each target gets its own row with its own tries. Absent: the user's own contact. */
  targetsOf?(tx: Queryable, userIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>
}

const PREFIX = 'notice:'
export const noticeKey = (id: number): string => `${PREFIX}${id}`

/** Sends the due messages of one channel. */
export const dispatchNotices = (dispatching: Dispatching, channel: Channel, stopping?: AbortSignal): Promise<void> =>
  dispatch(dispatching, kindOf(channel, dispatching.now), stopping)

const kindOf = (channel: Channel, now: () => Date): OutboxKind<Message> => ({
  name: channel.name,
  parallelMax: channel.parallelMax,
  repeats: channel.repeats,
  send: (message) => channel.send(message),
  async load(tx, rows) {
    const notices = await readNoticesToSend(
      tx,
      rows.map(({ key }) => key.slice(PREFIX.length)),
    )
    const noticeByKey = new Map(notices.map((notice) => [noticeKey(notice.noticeId), notice]))
    return new Map(
      rows.flatMap((row) => {
        const message = messageOf(row, noticeByKey.get(row.key))
        return message && !isStale(message, channel, now()) ? [[row.id, message]] : []
      }),
    )
  },
})

/** Messages that protect the account are sent however late. */
const isStale = ({ kind, at }: Message, { ageMsMax }: Channel, now: Date): boolean =>
  ageMsMax !== undefined && !isUrgent(kind) && now.getTime() - at.getTime() > ageMsMax

const Params = z.record(z.string(), z.string())

/** `undefined` if this version does not know the kind or cannot read its parameters: there would be nothing to say. */
function messageOf({ target, payload }: OutboxRow, notice: NoticeToSend | undefined): Message | undefined {
  if (notice === undefined || !isNoticeKind(notice.kind)) return undefined
  const params = Params.safeParse(jsonOf(notice.params)).data
  return params && { ...notice, kind: notice.kind, params, target: payload === '' ? target : payload }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
