import * as z from 'zod/mini'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { Line, Words } from './typed-text.ts'
import { ClientKey, Id, Instant, replyWith, replyWithRows } from './values.ts'

export const BROADCAST_LANGUAGES = ['ALL', 'fa', 'en'] as const
export const BROADCAST_LEVELS = ['ALL', 'VIP_1', 'VIP_2', 'VIP_3', 'VIP_4', 'SUPERVISOR'] as const

/** A message to more receivers than this takes two operators. */
export const BROADCAST_ALONE_MAX = 1_000

/** The receivers: customers whose accounts are not frozen. */
export const ReceiverFilter = z.strictObject({
  language: z.enum(BROADCAST_LANGUAGES),
  level: z.enum(BROADCAST_LEVELS),
  /** Only those whose identity is verified. */
  verified: z.boolean(),
})

const Message = z.strictObject({
  title: Line(3, 80),
  text: Words(3, 500),
})

/** Each user reads it in the user's own language. */
export const Messages = z.strictObject({ fa: Message, en: Message })

export const previewBroadcast = defineEndpoint({
  method: 'POST',
  path: '/operations/broadcasts/preview',
  right: 'BROADCAST',
  summary: 'How many users a message would reach',
  access: 'operator',
  offline: 'never',
  body: z.strictObject({ receiverFilter: ReceiverFilter }),
  response: replyWith({ baseDTO: z.object({ receivers: z.int(), needsApproval: z.boolean() }) }),
  errors: [],
})

export const sendBroadcast = defineEndpoint({
  method: 'POST',
  path: '/operations/broadcasts',
  freshCode: true,
  right: 'BROADCAST',
  summary: 'Writes a message to many users; to more than a thousand, it is proposed and another operator approves',
  access: 'operator',
  offline: 'never',
  body: z.strictObject({ receiverFilter: ReceiverFilter, messages: Messages, clientKey: ClientKey, reason: Reason }),
  response: replyWith({
    baseDTO: z.object({
      /** The number of receivers; `null` if it waits for another operator. */
      sent: z.nullable(z.int()),
      proposal: z.nullable(Id),
    }),
  }),
  errors: [
    'BROADCAST_HAS_ADDRESS',
    'BROADCAST_SENT_BEFORE',
    'BROADCAST_TO_NOBODY',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})

export const getBroadcasts = defineEndpoint({
  ...operatorRead,
  path: '/operations/broadcasts',
  right: 'BROADCAST',
  summary: 'What was written to many users, newest first',
  query: z.strictObject({ before: Cursor }),
  response: replyWithRows(
    z.object({
      id: Id,
      receiverFilter: ReceiverFilter,
      messages: Messages,
      receivers: z.int(),
      sentBy: z.string(),
      sentAt: Instant,
    }),
  ),
})
