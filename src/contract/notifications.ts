import * as z from 'zod/mini'
import { NOTICE_CHANNELS, NOTICE_GROUPS } from '#domain/notices.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Id, Instant, replyWith } from './values.ts'

export const NoticeGroup = z.enum(NOTICE_GROUPS)
export const NoticeChannel = z.enum(NOTICE_CHANNELS)

export const Notification = z.object({
  id: Id,
  kind: z.string(),
  group: NoticeGroup,
  subject: z.string(),
  text: z.string(),
  /** The same without amounts and prices, for users who hide theirs. */
  discreetText: z.string(),
  /** The page of the app that it opens: "/profile/history?tab=deposits". */
  path: z.string(),
  atDateTime: Instant,
  read: z.boolean(),
})

const Unread = z.object({ unread: z.int() })

export const getNotifications = defineEndpoint({
  ...ownRead,
  path: '/notifications',
  summary: "The caller's last 50 notifications, newest first, in the language of the call",
  /** The language of the sentences; default: the header's. */
  query: z.strictObject({ language: z.optional(z.enum(['fa', 'en', 'ar'])) }),
  response: replyWith({ baseDTO: Unread, content: z.array(Notification) }),
})

export const getUnreadNotifications = defineEndpoint({
  ...ownRead,
  path: '/notifications/unread',
  summary: "How many of the caller's last 50 notifications are unread",
  polled: true,
  response: replyWith({ baseDTO: Unread }),
})

export const readNotifications = defineEndpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Marks notifications as read: those that are named, or all',
  access: 'user',
  offline: 'never',
  body: z.union([
    z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(50)) }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  response: replyWith({ baseDTO: Unread }),
  errors: [],
})

const MinuteOfDay = z.int().check(z.gte(0), z.lte(1_439))
const QuietHours = z.strictObject({ from: MinuteOfDay, to: MinuteOfDay })

export const NotificationChoice = z.strictObject({ group: NoticeGroup, channel: NoticeChannel, on: z.boolean() })

const ShownChoice = z.object({
  group: NoticeGroup,
  channel: NoticeChannel,
  on: z.boolean(),
  /** True if it protects the account and cannot be switched off. */
  fixed: z.boolean(),
})

export const NotificationPreferences = z.object({
  /** One for each group and each channel that offers it. */
  choices: z.array(ShownChoice),
  /** Minutes of the day in Tehran: within them only notices that protect the account make a sound. */
  quietHours: z.nullable(QuietHours),
  /** Whether amounts and prices appear on a locked screen. */
  showsAmounts: z.boolean(),
})

export const getNotificationPreferences = defineEndpoint({
  ...ownRead,
  path: '/users/notification-preferences',
  summary: 'How the caller is told of what',
  response: replyWith({ baseDTO: NotificationPreferences }),
})

export const setNotificationPreferences = defineEndpoint({
  method: 'PUT',
  path: '/users/notification-preferences',
  summary: 'Changes how the caller is told of what; what is not named stays',
  access: 'user',
  offline: 'never',
  body: z.strictObject({
    choices: z.optional(z.array(NotificationChoice).check(z.maxLength(NOTICE_GROUPS.length * NOTICE_CHANNELS.length))),
    quietHours: z.optional(z.nullable(QuietHours)),
    showsAmounts: z.optional(z.boolean()),
  }),
  response: replyWith({ baseDTO: NotificationPreferences }),
  errors: ['NOTIFICATION_CHOICE_FIXED', 'QUIET_HOURS_EMPTY'],
})
