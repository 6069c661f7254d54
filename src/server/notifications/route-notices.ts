import { channelsOf, isNoticeKind, isUrgent, type NoticePreferences, USUAL_PREFERENCES } from '#domain/notices.ts'
import { quietUntil } from '#domain/quiet-hours.ts'
import type { Transaction } from '../store/database.ts'
import {
  insertDeliveries,
  lockUnrouted,
  type NewDelivery,
  type UnroutedNotice,
} from '../store/notifications/deliveries.ts'
import { readPreferences } from '../store/notifications/preferences.ts'
import type { Channel } from './channel.ts'
import type { NoticeSending } from './deliver-notices.ts'
import { ROUTED } from './queue-notice.ts'

/** Notices per transaction, which takes a few statements. */
const NOTICES_MAX = 100

/** Chooses the channels of waiting notices by their users' present settings; each channel becomes exactly one delivery. */
export async function routeNotices(
  { database, now }: Pick<NoticeSending, 'database' | 'now'>,
  channels: readonly Channel[],
  stopping?: AbortSignal,
): Promise<void> {
  for (let routed = NOTICES_MAX; routed === NOTICES_MAX && !stopping?.aborted; )
    routed = await database.transaction(async (tx) => {
      const at = now()
      const notices = await lockUnrouted(tx, { now: at, max: NOTICES_MAX })
      if (notices.length === 0) return 0
      const deliveries = await deliveriesOf(tx, { notices, channels, at })
      await insertDeliveries(tx, { noticeIds: notices.map(({ id }) => id), deliveries, at })
      tx.announce(ROUTED)
      return notices.length
    })
}

async function deliveriesOf(
  tx: Transaction,
  { notices, channels, at }: { notices: readonly UnroutedNotice[]; channels: readonly Channel[]; at: Date },
): Promise<NewDelivery[]> {
  const preferences = await readPreferences(
    tx,
    notices.map(({ userId }) => userId),
  )
  const deliveries: NewDelivery[] = []
  for (const channel of channels) {
    const mine = notices.filter((notice) => goesBy(channel, notice, preferences.get(notice.userId)))
    const targets = await channel.targetsOf?.(tx, [...new Set(mine.map(({ userId }) => userId))])
    for (const notice of mine)
      for (const target of targetsOf(channel, notice, targets))
        deliveries.push({
          noticeId: notice.id,
          channel: channel.name,
          target,
          dueAt: dueAt(channel, { notice, preferences: preferences.get(notice.userId), at }),
        })
  }
  return deliveries
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

function targetsOf(
  { name, targetsOf: hasTargets }: Channel,
  { userId, formerContact }: UnroutedNotice,
  targets: ReadonlyMap<number, readonly string[]> | undefined,
): readonly string[] {
  if (name === 'FORMER') return formerContact === undefined ? [] : [formerContact]
  return hasTargets ? (targets?.get(userId) ?? []) : ['']
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
