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

/** Longer than any vendor takes: until then no other process sends the messages that this one has taken. */
const HELD_MS = 120_000
const MINUTE_MS = 60_000
/** The pause after each failed try; after the last one the message is given up. */
const PAUSES_MS = [0.5, 2, 10, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS)

/**
 * Sends the due messages of one channel. Each message is marked before it is sent: if a restart or a vendor's silence leaves its outcome
 * open, only a channel that repeats sends it again. Another process that sends at the same time takes other messages.
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

/** Messages that protect the account are sent however late. */
const isStale = ({ kind, at }: Message, { ageMsMax }: Channel, now: Date): boolean =>
  ageMsMax !== undefined && !isUrgent(kind) && now.getTime() - at.getTime() > ageMsMax

/** `undefined` if it is to be tried again. */
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

/** `undefined` if this version does not know the kind or cannot read its parameters: there would be nothing to say. */
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
