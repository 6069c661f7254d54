import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PushText } from '#contract/push-message.ts'
import { DAY_MS } from '#domain/durations.ts'
import { groupOf, isUrgent } from '#domain/notices.ts'
import type { PushMessage, PushOutcome, PushPlace, PushSender } from '../providers/push/push.ts'
import type { Database, Queryable } from '../store/database.ts'
import { countUnread } from '../store/notifications/notices.ts'
import {
  deleteSubscription,
  keepSubscription,
  pushContext,
  readSubscription,
  readSubscriptionIds,
} from '../store/notifications/push-subscriptions.ts'
import type { Outcome } from '../store/outbox.ts'
import type { Channel, Message } from './channel.ts'
import { type NoticeNames, noticePath, noticeSentence, noticeSubject } from './notice-sentence.ts'

export interface PushSending {
  readonly database: Database
  readonly push: PushSender
  readonly sealer: PushSealer
  readonly names: NoticeNames
  readonly now: () => Date
  /** A session ends after this time without use. */
  readonly sessionIdleMs: number
  /** The number of notices that the app shows, from which the unread are counted. */
  readonly shownMax: number
}

const PARALLEL_MAX = 10
/** A push that did not reach a screen within a day is out of date; the app still shows it. */
const AGE_MS_MAX = DAY_MS
/** Below the limit of every push service, after encryption. */
const PAYLOAD_BYTES_MAX = 3_000
const TOPIC_LENGTH = 32

/**
 * Pushes to the browsers of a user, each with its own delivery. A repeated message would alarm people, so none is sent again that may have
 * arrived.
 */
export function pushChannel(sending: PushSending): Channel {
  const { database, push, sealer, now } = sending
  return {
    name: 'PUSH',
    repeats: false,
    keepsQuiet: true,
    ageMsMax: AGE_MS_MAX,
    parallelMax: PARALLEL_MAX,
    targetsOf: (tx, userIds) => readSubscriptionIds(tx, { userIds, now: now() }),
    async send(message) {
      const { userId, target: id } = message
      const usedSince = new Date(now().getTime() - sending.sessionIdleMs)
      const found = await openPlace(database, sealer, { id, userId, now: now(), usedSince })
      if (found === undefined) return { kind: 'none' }
      const { place, isSignedIn } = found
      // Somebody else may be using the device by now.
      const shown = { ...message, showsAmounts: message.showsAmounts && isSignedIn }
      const unread = await countUnread(database, { userId, max: sending.shownMax })
      const outcome = await push.send(place, pushMessage(shown, { names: sending.names, unread, now: now() }))
      if (outcome.kind === 'gone') await deleteSubscription(database, id)
      return onDelivery(outcome)
    },
  }
}

function onDelivery(outcome: PushOutcome): Outcome {
  if (outcome.kind === 'gone') return { kind: 'none' }
  return outcome.kind === 'refused' ? { kind: 'refused' } : outcome
}

/** A notice in the form of a browser's notification, without amounts if the user hides them on a locked screen. */
export function pushMessage(
  { kind, params, language, userId, noticeId, topic, at, showsAmounts }: Message,
  { names, unread, now }: { names: NoticeNames; unread: number; now: Date },
): PushMessage {
  const facts = { kind, params, language, names }
  const text: PushText = {
    title: noticeSubject(facts),
    body: noticeSentence(facts, { showsAmounts }),
    path: noticePath(kind, params),
    tag: topic ?? `notice:${noticeId}`,
    language,
    unread,
  }
  return {
    text: fitted(text),
    ttlSeconds: Math.max(0, Math.floor((at.getTime() + AGE_MS_MAX - now.getTime()) / 1_000)),
    urgency: urgencyOf(kind),
    topic: topic === undefined ? undefined : topicOf(`${userId} ${topic}`),
  }
}

function urgencyOf(kind: Message['kind']): PushMessage['urgency'] {
  if (isUrgent(kind) || groupOf(kind) === 'PRICE_ALERTS') return 'high'
  return groupOf(kind) === 'NEWS' ? 'low' : 'normal'
}

/** Hashed, so that the push service does not learn the topic. */
const topicOf = (topic: string) => createHash('sha256').update(topic).digest('base64url').slice(0, TOPIC_LENGTH)

/** Shortens the body to what a push can carry. */
function fitted(text: PushText): string {
  const whole = JSON.stringify(text)
  const over = Buffer.byteLength(whole) - PAYLOAD_BYTES_MAX
  if (over <= 0) return whole
  const room = Buffer.byteLength(text.body) - over - Buffer.byteLength('…')
  const body = Buffer.from(text.body)
    .subarray(0, Math.max(0, room))
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  return JSON.stringify({ ...text, body: `${body}…` })
}

/** Encrypts the keys and addresses of browsers at rest. */
export interface PushSealer {
  seal(bytes: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

const DEVICES_MAX = 10

interface PushOwner {
  readonly userId: number
  readonly sessionId: number
}

/** Stores the push subscription of a session's browser. */
export async function keepPlace(
  { database, sealer, now }: { database: Database; sealer: PushSealer; now: () => Date },
  owner: PushOwner,
  { endpoint, p256dh, auth }: PushPlace,
): Promise<void> {
  const hash = createHash('sha256').update(endpoint).digest()
  const place = Buffer.from(JSON.stringify({ endpoint, p256dh, auth }))
  const sealed = sealer.seal(place, pushContext(hash.toString('hex')))
  await database.transaction((tx) =>
    keepSubscription(tx, { ...owner, endpointHash: hash, sealed, at: now() }, DEVICES_MAX),
  )
}

const Place = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })

/** The address of a browser, and whether its user is signed in there; `undefined` if it is gone, or its key is. */
export async function openPlace(
  database: Queryable,
  sealer: PushSealer,
  of: { id: string; userId: number; now: Date; usedSince: Date },
): Promise<{ readonly place: PushPlace; readonly isSignedIn: boolean } | undefined> {
  const kept = await readSubscription(database, of)
  if (kept === undefined) return undefined
  try {
    const place = Place.parse(JSON.parse(sealer.open(kept.sealed, pushContext(kept.endpointHash)).toString('utf8')))
    return { place, isSignedIn: kept.isSignedIn }
  } catch {
    return undefined
  }
}
