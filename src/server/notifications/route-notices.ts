import { channelsOf, isNoticeKind, isUrgent, type NoticePreferences, USUAL_PREFERENCES } from '#domain/notices.ts'
import { quietUntil } from '#domain/quiet-hours.ts'
import type { Transaction } from '../store/database.ts'
import { lockUnrouted, markRouted, type UnroutedNotice } from '../store/notifications/notices.ts'
import { readPreferences } from '../store/notifications/preferences.ts'
import { type Dispatching, type NewOutboxRow, putInOutbox } from '../store/outbox.ts'
import { type Channel, noticeKey } from './channel.ts'

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
