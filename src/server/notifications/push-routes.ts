import { getPushKey, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { rejected } from '#contract/rejected.ts'
import { type Route, route } from '../http/route.ts'
import type { PushSender } from '../providers/push/push.ts'
import type { Database } from '../store/database.ts'
import { deleteSubscriptionOf, isSubscribed } from '../store/notifications/push-subscriptions.ts'
import { keepPlace, type PushSealer } from './push-places.ts'

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
