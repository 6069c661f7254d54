import { z } from 'zod'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import type { EmailOutcome } from '../../providers/email/email.ts'
import type { SmsOutcome } from '../../providers/sms/sms.ts'
import {
  markNoticeDone,
  type NoticeWay,
  postponeNotice,
  takeNotices,
  type WaitingNotice,
} from '../../store/accounts/notices.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { isNoticeKind, isWarning, type NoticeFacts, noticeEmail, noticeSms } from './notice-message.ts'

export interface NoticeSending extends Pick<Accounts, 'database' | 'sms' | 'email' | 'now' | 'log'> {
  /** "https://kimia.example", without a slash at the end. */
  readonly publicUrl: string
  /** Makes the page by which a user freezes the account with one press: "/freeze#…". */
  freezeLink?(tx: Transaction, of: { userId: number; at: Date }): Promise<string>
}

/** How many are under way at a time, so that a slow vendor holds up few. */
const BATCH_MAX = 10
/** Longer than both vendors take together: until then no other process tries what this one has taken. */
const HELD_MS = 120_000
const MINUTE_MS = 60_000
/** The pause behind each failed try; behind the last one the notice is given up. */
const PAUSES_MS = [0.5, 2, 10, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS)
const TRIES_MAX = PAUSES_MS.length + 1

/**
 * Sends the notices that are due, by SMS to the user's mobile number and by e-mail where one is proven, each once. A way that has failed is
 * tried again, the others are not. What ended without an answer may have arrived, and is sent again: a warning twice is better than none.
 */
export async function sendNotices(sending: NoticeSending, stopping?: AbortSignal): Promise<void> {
  const { database, now } = sending
  for (let taken = BATCH_MAX; taken === BATCH_MAX && !stopping?.aborted; ) {
    const at = now()
    const heldUntil = new Date(at.getTime() + HELD_MS)
    const notices = await takeNotices(database, { now: at, heldUntil, triesMax: TRIES_MAX, max: BATCH_MAX })
    await Promise.all(notices.map((notice) => sendNotice(sending, notice)))
    taken = notices.length
  }
}

async function sendNotice(sending: NoticeSending, notice: WaitingNotice): Promise<void> {
  const { database, now, log } = sending
  const { id, kind, tries } = notice
  const facts = await factsOf(sending, notice)
  const done = await Promise.all(
    notice.ways.map(async ({ way, contact }) => {
      const outcome =
        facts === undefined || contact === undefined ? 'none' : await send(sending, { way, contact, facts })
      if (outcome === 'later') return false
      if (outcome === 'refused') log.error({ notice: id, kind, way }, 'a notice was refused by its vendor')
      await markNoticeDone(database, { id, way, at: now() })
      return true
    }),
  )
  if (done.every(Boolean)) return
  const pause = PAUSES_MS[tries - 1]
  if (pause === undefined) log.error({ notice: id, kind, tries }, 'a notice could not be sent; it is given up')
  else await postponeNotice(database, { id, until: new Date(now().getTime() + pause) })
}

const Params = z.record(z.string(), z.string())

/** `undefined` for a kind that this version does not know. */
async function factsOf(sending: NoticeSending, notice: WaitingNotice): Promise<NoticeFacts | undefined> {
  const { database, publicUrl, freezeLink } = sending
  const { kind, userId, at, language, phrase } = notice
  if (!isNoticeKind(kind)) return undefined
  const params = Params.parse(JSON.parse(notice.params))
  const path =
    freezeLink && isWarning(kind)
      ? await database.transaction((tx) => freezeLink(tx, { userId, at: sending.now() }))
      : undefined
  return { kind, params, at, language, phrase, freezeUrl: path === undefined ? undefined : `${publicUrl}${path}` }
}

async function send(
  { sms, email }: NoticeSending,
  { contact, facts }: { way: NoticeWay; contact: string; facts: NoticeFacts },
): Promise<'sent' | 'refused' | 'later'> {
  const to = parseMobileNumber(contact)
  const outcome: EmailOutcome | SmsOutcome =
    to === undefined
      ? await email.send(noticeEmail(contact, facts))
      : await sms.sendText({ to, text: noticeSms(facts) })
  return outcome.kind === 'unavailable' ? 'later' : outcome.kind
}
