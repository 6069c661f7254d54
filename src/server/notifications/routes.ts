import { z } from 'zod'
import {
  getNotificationPreferences,
  getNotifications,
  getUnreadNotifications,
  readNotifications,
  setNotificationPreferences,
} from '#contract/notifications.ts'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { rejected } from '#contract/rejected.ts'
import type { Language } from '#domain/market-state.ts'
import { groupOf, isNoticeKind } from '#domain/notices.ts'
import { areNoHours } from '#domain/quiet-hours.ts'
import { type Route, route } from '../http/route.ts'
import type { PushSender } from '../providers/push/push.ts'
import type { Database } from '../store/database.ts'
import { countUnread, markNoticesRead, readNotices, type ShownNotice } from '../store/notifications/notices.ts'
import { keepPreferences, readOwnPreferences } from '../store/notifications/preferences.ts'
import { deleteSubscriptionOf, isSubscribed } from '../store/notifications/push-subscriptions.ts'
import { type NoticeNames, noticePath, noticeSentence, noticeSubject } from './notice-sentence.ts'
import { changePreferences, preferencesOnWire } from './preferences.ts'
import { keepPlace, type PushSealer } from './push-channel.ts'

export interface NotificationServices {
  readonly database: Database
  readonly names: NoticeNames
  readonly now: () => Date
  /** The names of the available channels. */
  readonly channels: readonly string[]
}

/** The number of newest notices that the app shows. */
export const SHOWN_MAX = 50

/** The notification centre and its settings. */
export function notificationRoutes({ database, names, now, channels }: NotificationServices): Route[] {
  const unreadOf = async (userId: number) => ({ unread: await countUnread(database, { userId, max: SHOWN_MAX }) })
  return [
    route(getNotifications, async ({ caller: { userId }, query, language }) => {
      const said = query.language === 'ar' ? 'fa' : (query.language ?? language)
      const notices = await readNotices(database, { userId, max: SHOWN_MAX })
      const unread = notices.filter(({ isRead }) => !isRead).length
      return { baseDTO: { unread }, content: notices.flatMap((notice) => onWire(notice, { language: said, names })) }
    }),
    route(getUnreadNotifications, async ({ caller }) => ({ baseDTO: await unreadOf(caller.userId) })),
    route(readNotifications, async ({ caller: { userId }, body }) => {
      await markNoticesRead(database, { userId, ids: 'ids' in body ? body.ids : undefined, at: now() })
      return { baseDTO: await unreadOf(userId) }
    }),
    route(getNotificationPreferences, async ({ caller }) => ({
      baseDTO: preferencesOnWire(await readOwnPreferences(database, caller.userId), channels),
    })),
    route(setNotificationPreferences, async ({ caller: { userId }, body }) => {
      if (body.quietHours && areNoHours(body.quietHours)) return rejected('QUIET_HOURS_EMPTY', { field: 'quietHours' })
      const preferences = changePreferences(await readOwnPreferences(database, userId), body)
      if (preferences === undefined) return rejected('NOTIFICATION_CHOICE_FIXED', { field: 'choices' })
      await keepPreferences(database, userId, preferences)
      return { baseDTO: preferencesOnWire(preferences, channels) }
    }),
  ]
}

const Params = z.record(z.string(), z.string())

/** Empty for a kind that this version does not know. */
function onWire({ id, kind, params, at, isRead }: ShownNotice, said: { language: Language; names: NoticeNames }) {
  if (!isNoticeKind(kind)) return []
  const read = Params.parse(JSON.parse(params))
  const facts = { kind, params: read, ...said }
  return [
    {
      id: String(id),
      kind,
      group: groupOf(kind),
      subject: noticeSubject(facts),
      text: noticeSentence(facts, { showsAmounts: true }),
      discreetText: noticeSentence(facts, { showsAmounts: false }),
      path: noticePath(kind, read),
      atDateTime: at.toISOString(),
      read: isRead,
    },
  ]
}

export interface PushServices {
  readonly database: Database
  readonly sealer: PushSealer
  readonly now: () => Date
  /** Absent if push is off. */
  readonly push: PushSender | undefined
}

/** The push subscriptions of browsers. */
export function pushRoutes(services: PushServices): Route[] {
  const { database, push } = services
  return [
    route(getPushKey, async ({ caller }) => ({
      baseDTO: {
        publicKey: push?.publicKey ?? null,
        subscribed: push !== undefined && (await isSubscribed(database, caller.sessionId)),
      },
    })),
    route(subscribeToPush, async ({ caller, body }) => {
      if (push === undefined) return rejected('PUSH_UNAVAILABLE')
      const place = { endpoint: body.endpoint, ...body.keys }
      if (!push.accepts(place)) return rejected('PUSH_SUBSCRIPTION_INVALID', { field: 'endpoint' })
      await keepPlace(services, caller, place)
      return {}
    }),
    route(unsubscribeFromPush, async ({ caller }) => {
      await deleteSubscriptionOf(database, caller.sessionId)
      return {}
    }),
  ]
}
