import { z } from 'zod'
import { isNoticeKind, isUrgent } from '#domain/notices.ts'
import type { Database } from '../store/database.ts'
import {
  type DeliveryEnd,
  endDelivery,
  postponeDelivery,
  type TakenDelivery,
  takeDeliveries,
} from '../store/notifications/deliveries.ts'
import type { Channel, Message, MessageOutcome } from './channel.ts'

export interface NoticeSending {
  readonly database: Database
  readonly now: () => Date
  readonly log: { error(details: object, message: string): void }
}

/** Longer than any vendor takes: until then no other process tries what this one has taken. */
const HELD_MS = 120_000
const MINUTE_MS = 60_000
/** The pause behind each failed try; behind the last one the message is given up. */
const PAUSES_MS = [0.5, 2, 10, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS)

/**
 * Sends what of one channel is due. Each message is marked before it leaves: what a stop or a vendor's silence leaves open is sent again
 * only by a channel that repeats. Another process that sends at the same time takes other messages.
 */
export async function deliverNotices(sending: NoticeSending, channel: Channel, stopping?: AbortSignal): Promise<void> {
  const { database, now } = sending
  const { name, repeats, parallelMax: max } = channel
  for (let taken = max; taken === max && !stopping?.aborted; ) {
    const at = now()
    const heldUntil = new Date(at.getTime() + HELD_MS)
    const deliveries = await takeDeliveries(database, { channel: name, repeats, now: at, heldUntil, max })
    await Promise.all(deliveries.map((delivery) => deliver(sending, channel, delivery)))
    taken = deliveries.length
  }
}

async function deliver(sending: NoticeSending, channel: Channel, delivery: TakenDelivery): Promise<void> {
  const { database, now, log } = sending
  const { noticeId, target, kind, tries } = delivery
  const key = { noticeId, target, channel: channel.name }
  const end = (how: DeliveryEnd) => endDelivery(database, { ...key, end: how, at: now() })
  const message = messageOf(delivery)
  if (message === undefined || isStale(message, channel, now())) return end('DROPPED')
  const outcome = await channel.send(message)
  const details = { notice: noticeId, kind, channel: channel.name }
  if (outcome.kind === 'refused') log.error(details, 'a notice was refused by its vendor')
  const known = endOf(outcome, channel)
  if (known !== undefined) return end(known)
  const pauseMs = PAUSES_MS[tries - 1]
  if (pauseMs === undefined) {
    log.error({ ...details, tries }, 'a notice could not be sent; it is given up')
    return end('GIVEN_UP')
  }
  const afterMs = outcome.kind === 'later' ? outcome.afterMs : undefined
  await postponeDelivery(database, { ...key, until: new Date(now().getTime() + Math.max(afterMs ?? 0, pauseMs)) })
}

/** What protects the account is told however late. */
const isStale = ({ kind, at }: Message, { ageMsMax }: Channel, now: Date): boolean =>
  ageMsMax !== undefined && !isUrgent(kind) && now.getTime() - at.getTime() > ageMsMax

/** `undefined`: it is tried again. */
function endOf({ kind }: MessageOutcome, { repeats }: Channel): DeliveryEnd | undefined {
  switch (kind) {
    case 'sent':
      return 'SENT'
    case 'refused':
      return 'REFUSED'
    case 'none':
      return 'DROPPED'
    case 'later':
      return undefined
    case 'unknown':
      return repeats ? undefined : 'UNKNOWN'
  }
}

const Params = z.record(z.string(), z.string())

/** `undefined` for a kind that this version does not know, or of which it cannot read what it is about: nobody could be told anything. */
function messageOf({ kind, params: written, ...delivery }: TakenDelivery): Message | undefined {
  const params = Params.safeParse(jsonOf(written)).data
  return isNoticeKind(kind) && params ? { ...delivery, kind, params } : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
