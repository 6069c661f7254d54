import * as contract from '#contract/operations-broadcasts.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../../http/route.ts'
import { countReceivers, countSentAlone, readBroadcasts } from '../../store/console/broadcasts.ts'
import { cutPage } from '../../store/page.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { dayBefore, receiversOf, sendBroadcast } from './send-broadcast.ts'

const ROWS = 20

/** Messages to many users. */
export function broadcastRoutes(services: ConsoleServices): Route[] {
  const { database } = services.accounts
  return [
    route(contract.previewBroadcast, async ({ body, caller: { operatorId } }) => {
      const receivers = await countReceivers(database, receiversOf(body.receiverFilter))
      const since = dayBefore(services.accounts.now())
      const sent = await database.transaction((tx) => countSentAlone(tx, { operatorId, since }))
      return { baseDTO: { receivers, needsApproval: sent + receivers > contract.BROADCAST_ALONE_MAX } }
    }),
    route(contract.sendBroadcast, async (call) => {
      const { reason: _, ...broadcast } = call.body
      const made = await sendBroadcast(services, broadcast, actOf(call))
      if (made instanceof Rejected) return made
      return {
        baseDTO: { sent: made.sent ?? null, proposal: made.proposal === undefined ? null : String(made.proposal) },
      }
    }),
    route(contract.getBroadcasts, async ({ query }) => {
      const found = await readBroadcasts(database, { before: query.before || undefined, rowsMax: ROWS + 1 })
      const { rows, ...more } = cutPage(found, ROWS, ({ id }) => id)
      const content = rows.map(({ id, receiverFilter, messages, sentAt, ...row }) => ({
        ...row,
        id: String(id),
        receiverFilter: contract.ReceiverFilter.parse(JSON.parse(receiverFilter)),
        messages: contract.Messages.parse(JSON.parse(messages)),
        sentAt: sentAt.toISOString(),
      }))
      return { content, ...more }
    }),
  ]
}
