import {
  BROADCAST_ALONE_MAX,
  getBroadcasts,
  Messages,
  previewBroadcast,
  ReceiverFilter,
  sendBroadcast as sendEndpoint,
} from '#contract/operations-broadcasts.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../../http/route.ts'
import { countReceivers, countSentAlone, readBroadcasts } from '../../store/console/broadcasts.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { dayBefore, receiversOf, sendBroadcast } from './send-broadcast.ts'

const ROWS = 20

/** Messages to many users. */
export function broadcastRoutes(services: ConsoleServices): Route[] {
  const { database } = services.accounts
  return [
    route(previewBroadcast, async ({ body, caller: { operatorId } }) => {
      const receivers = await countReceivers(database, receiversOf(body.receiverFilter))
      const since = dayBefore(services.accounts.now())
      const sent = await database.transaction((tx) => countSentAlone(tx, { operatorId, since }))
      return { baseDTO: { receivers, needsApproval: sent + receivers > BROADCAST_ALONE_MAX } }
    }),
    route(sendEndpoint, async (call) => {
      const { reason: _, ...broadcast } = call.body
      const made = await sendBroadcast(services, broadcast, actOf(call))
      if (made instanceof Rejected) return made
      return {
        baseDTO: { sent: made.sent ?? null, proposal: made.proposal === undefined ? null : String(made.proposal) },
      }
    }),
    route(getBroadcasts, async ({ query }) => {
      const found = await readBroadcasts(database, { before: query.before || undefined, rowsMax: ROWS + 1 })
      const content = found.slice(0, ROWS).map(({ id, receiverFilter, messages, sentAt, ...row }) => ({
        ...row,
        id: String(id),
        receiverFilter: ReceiverFilter.parse(JSON.parse(receiverFilter)),
        messages: Messages.parse(JSON.parse(messages)),
        sentAt: sentAt.toISOString(),
      }))
      const last = content.at(-1)
      return { content, ...(found.length > ROWS && last ? { next: last.id } : {}) }
    }),
  ]
}
