import * as z from 'zod/mini'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { replyWith } from './values.ts'

const Base64Url = z.string().check(z.regex(/^[A-Za-z0-9_-]+={0,2}$/))

export const getPushKey = defineEndpoint({
  ...ownRead,
  path: '/push/key',
  summary: 'The key by which a browser subscribes to push, and whether the browser of this session is reached by it',
  response: replyWith({
    baseDTO: z.object({
      /** base64url; null if the exchange sends no push. */
      publicKey: z.nullable(z.string()),
      subscribed: z.boolean(),
    }),
  }),
})

export const subscribeToPush = defineEndpoint({
  method: 'POST',
  path: '/push/subscriptions',
  summary:
    'Sends notifications to the browser of this session too, as its `PushSubscription.toJSON()` says. It ends with the session',
  access: 'user',
  offline: 'never',
  body: z.strictObject({
    endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)),
    keys: z.strictObject({
      p256dh: Base64Url.check(z.maxLength(100)),
      auth: Base64Url.check(z.maxLength(40)),
    }),
    /** Browsers send it; it is ignored, since push services retire subscriptions by themselves. */
    expirationTime: z.optional(z.nullable(z.number())),
  }),
  response: replyWith({}),
  errors: ['PUSH_UNAVAILABLE', 'PUSH_SUBSCRIPTION_INVALID'],
})

export const unsubscribeFromPush = defineEndpoint({
  method: 'DELETE',
  path: '/push/subscriptions',
  summary: 'Sends no more notifications to the browser of this session',
  access: 'user',
  offline: 'never',
  response: replyWith({}),
  errors: [],
})
