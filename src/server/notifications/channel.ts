import { z } from 'zod'
import {
  channelsOf,
  isNoticeKind,
  isUrgent,
  type NoticeKind,
  type NoticePreferences,
  USUAL_PREFERENCES,
} from '#domain/notices.ts'
import { quietUntil } from '#domain/quiet-hours.ts'
import type { Queryable, Transaction } from '../store/database.ts'
import {
  lockUnrouted,
  markRouted,
  type NoticeToSend,
  readNoticesToSend,
  type UnroutedNotice,
} from '../store/notifications/notices.ts'
import { readPreferences } from '../store/notifications/preferences.ts'
import {
  type Dispatching,
  dispatch,
  type NewOutboxRow,
  type OutboxKind,
  type OutboxRow,
  putInOutbox,
} from '../store/outbox.ts'
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

/** Notices per transaction, which takes a few statements. */
const NOTICES_MAX = 100

/** Chooses the channels of waiting notices by their users' present settings; each channel becomes exactly one row of the outbox. */
export async function routeNotices(
  { database, now }: Pick<Dispatching, 'database' | 'now'>,
  channels: readonly Channel[],
  stopping?: AbortSignal,
): Promise<void> {
  for (let routed = NOTICES_MAX; routed === NOTICES_MAX && !stopping?.aborted; )
    routed = await database.transaction(async (tx) => {
      const at = now()
      const notices = await lockUnrouted(tx, { now: at, max: NOTICES_MAX })
      if (notices.length === 0) return 0
      await putInOutbox(tx, await rowsOf(tx, { notices, channels, at }))
      await markRouted(tx, { ids: notices.map(({ id }) => id), at })
      return notices.length
    })
}

async function rowsOf(
  tx: Transaction,
  { notices, channels, at }: { notices: readonly UnroutedNotice[]; channels: readonly Channel[]; at: Date },
): Promise<NewOutboxRow[]> {
  const preferences = await readPreferences(
    tx,
    notices.map(({ userId }) => userId),
  )
  const rows: NewOutboxRow[] = []
  for (const channel of channels) {
    const mine = notices.filter((notice) => goesBy(channel, notice, preferences.get(notice.userId)))
    const targets = await channel.targetsOf?.(tx, [...new Set(mine.map(({ userId }) => userId))])
    for (const notice of mine)
      for (const target of channel.targetsOf ? (targets?.get(notice.userId) ?? []) : [''])
        rows.push({
          kind: channel.name,
          key: noticeKey(notice.id),
          target,
          payload: channel.name === 'FORMER' ? notice.formerContact : undefined,
          dueAt: dueAt(channel, { notice, preferences: preferences.get(notice.userId), at }),
        })
  }
  return rows
}

function goesBy(
  { name }: Channel,
  { kind, formerContact }: UnroutedNotice,
  preferences: NoticePreferences = USUAL_PREFERENCES,
): boolean {
  if (!isNoticeKind(kind)) return false
  if (name === 'FORMER') return formerContact !== undefined
  return channelsOf(kind, preferences).some((channel) => channel === name)
}

function dueAt(
  { keepsQuiet }: Channel,
  {
    notice: { kind },
    preferences,
    at,
  }: { notice: UnroutedNotice; preferences: NoticePreferences | undefined; at: Date },
): Date {
  if (!keepsQuiet || (isNoticeKind(kind) && isUrgent(kind))) return at
  const until = quietUntil(preferences?.quietHours, at.getTime())
  return until === undefined ? at : new Date(until)
}
