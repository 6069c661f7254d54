import * as z from 'zod/mini'
import * as contract from '#contract/operations-broadcasts.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { DAY_MS } from '#domain/durations.ts'
import { type Route, route } from '../../http/route.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import {
  countReceivers,
  countSentAlone,
  insertBroadcast,
  type Receivers,
  readBroadcasts,
  readSent,
} from '../../store/console/broadcasts.ts'
import type { Transaction } from '../../store/database.ts'
import { cutPage } from '../../store/page.ts'
import { type Act, actOf, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, propose } from '../proposals/proposal.ts'

const Payload = z.strictObject({
  receiverFilter: contract.ReceiverFilter,
  messages: contract.Messages,
  clientKey: z.string(),
})
type Broadcast = z.output<typeof Payload>

export const readBroadcastPayload = (text: string): Broadcast => Payload.parse(JSON.parse(text))

export const receiversOf = ({ language, level, verified }: Broadcast['receiverFilter']): Receivers => ({
  language: language === 'ALL' ? undefined : language,
  level: level === 'ALL' ? undefined : level,
  verified,
})

interface Sent {
  readonly sent: number | undefined
  readonly proposal: number | undefined
}

const dayBefore = (at: Date) => new Date(at.getTime() - DAY_MS)

/** The address of a site, as phones turn it into a link: a word, a dot, and letters. Numbers and sentences do not match. */
const SITE = /[\p{L}\p{N}-][.。](?:[a-z]{2,}|xn--)/iu

/** Sends a message, or proposes it if it and its operator's other messages of a day reach many. A repeat gets the first answer. Refuses BROADCAST_HAS_ADDRESS, BROADCAST_SENT_BEFORE, BROADCAST_TO_NOBODY, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
async function sendBroadcast(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  broadcast: Broadcast,
  act: Act,
): Promise<Sent | Rejected> {
  const { fa, en } = broadcast.messages
  if ([fa, en].some(({ title, text }) => SITE.test(`${title}\n${text}`.normalize('NFKC'))))
    return rejected('BROADCAST_HAS_ADDRESS')
  const at = now()
  return database.transaction(async (tx): Promise<Sent | Rejected> => {
    const before = await findBefore(tx, broadcast)
    if (before) return before
    const receivers = await countReceivers(tx, receiversOf(broadcast.receiverFilter))
    if (receivers === 0) return rejected('BROADCAST_TO_NOBODY')
    const sentBefore = await countSentAlone(tx, { operatorId: act.operatorId, since: dayBefore(at) })
    if (sentBefore + receivers > contract.BROADCAST_ALONE_MAX)
      return proposeBroadcast(tx, broadcast, { act, at, receivers })
    const sent = await write(tx, broadcast, { sentBy: act.operatorId, alone: true, at })
    if (sent === undefined) return (await findBefore(tx, broadcast)) ?? rejected('BROADCAST_SENT_BEFORE')
    await recordAct(tx, act, { at, kind: 'BROADCAST_SENT', details: detailsOf(broadcast, sent) })
    return { sent, proposal: undefined }
  })
}

async function findBefore(tx: Transaction, broadcast: Broadcast): Promise<Sent | Rejected | undefined> {
  const before = await readSent(tx, { clientKey: broadcast.clientKey, ...textOf(broadcast) })
  if (!before) return undefined
  return before.isSame ? { sent: before.receivers, proposal: undefined } : rejected('BROADCAST_SENT_BEFORE')
}

async function proposeBroadcast(
  tx: Transaction,
  broadcast: Broadcast,
  { act, at, receivers }: { act: Act; at: Date; receivers: number },
): Promise<Sent | Rejected> {
  const subject = broadcast.messages.en.title.slice(0, 60)
  const logged = { loggedAs: 'BROADCAST_PROPOSED', details: detailsOf(broadcast, receivers) }
  const payload = JSON.stringify(broadcast)
  const proposed = await propose(tx, { kind: 'BROADCAST', userId: undefined, subject, payload, ...logged }, { act, at })
  return proposed instanceof Rejected ? proposed : { sent: undefined, proposal: proposed.id }
}

/** Sends to the present users, who may differ from those of the proposal. */
export async function sendProposedBroadcast(
  tx: Transaction,
  { payload, proposedBy }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  const broadcast = readBroadcastPayload(payload)
  const sent = await write(tx, broadcast, { sentBy: proposedBy, alone: false, at })
  if (sent === undefined) return rejected('NOTHING_TO_CHANGE')
  return { details: detailsOf(broadcast, sent) }
}

const write = (
  tx: Transaction,
  broadcast: Broadcast,
  { sentBy, alone, at }: { sentBy: number; alone: boolean; at: Date },
) =>
  insertBroadcast(tx, {
    clientKey: broadcast.clientKey,
    receivers: receiversOf(broadcast.receiverFilter),
    ...textOf(broadcast),
    params: JSON.stringify(paramsOf(broadcast)),
    sentBy,
    alone,
    at,
  })

/** The message as it is stored. */
const textOf = ({ receiverFilter, messages }: Broadcast) => ({
  receiverFilter: JSON.stringify(receiverFilter),
  messages: JSON.stringify(messages),
})

/** Both languages, since readers may change theirs. */
const paramsOf = ({ messages: { fa, en } }: Broadcast) => ({
  'title.fa': fa.title,
  'text.fa': fa.text,
  'title.en': en.title,
  'text.en': en.text,
})

const detailsOf = ({ receiverFilter, messages }: Broadcast, receivers: number) => ({
  ...receiverFilter,
  receivers,
  title: messages.fa.title,
  titleEn: messages.en.title,
})

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
