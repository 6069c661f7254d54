import { parseMobileNumber } from '#domain/mobile-number.ts'
import { isWarning } from '#domain/notices.ts'
import type { EmailOutcome, EmailSender } from '../providers/email/email.ts'
import type { SmsOutcome, SmsSender } from '../providers/sms/sms.ts'
import type { Database, Transaction } from '../store/database.ts'
import type { Channel, Message, MessageOutcome } from './channel.ts'
import { type NoticeFacts, noticeEmail, noticeSms } from './notice-message.ts'
import type { NoticeNames } from './notice-sentence.ts'

export interface MessageSenders {
  readonly database: Database
  readonly sms: SmsSender
  readonly email: EmailSender
  readonly names: NoticeNames
  readonly now: () => Date
  /** "https://kimia.example", without a trailing slash. */
  readonly publicUrl: string
  /** Creates the page that freezes the account with one press: "/freeze#…". */
  freezeLink?(tx: Transaction, of: { userId: number; at: Date }): Promise<string>
}

const PARALLEL_MAX = 10
/** After a day an event is too old for a message that makes a sound. */
const SMS_AGE_MS_MAX = 24 * 3_600_000

/** SMS, e-mail, and both of them to a contact that the account no longer has. */
export function messageChannels(senders: MessageSenders): Channel[] {
  const { sms, email } = senders
  const bySms = async (to: string | undefined, message: Message): Promise<MessageOutcome> => {
    const mobile = to === undefined ? undefined : parseMobileNumber(to)
    if (mobile === undefined) return { kind: 'none' }
    const facts = await factsOf(senders, message)
    return outcomeOf(await sms.sendText({ to: mobile, text: noticeSms(facts) }))
  }
  const byEmail = async (to: string | undefined, message: Message): Promise<MessageOutcome> =>
    to === undefined ? { kind: 'none' } : outcomeOf(await email.send(noticeEmail(to, await factsOf(senders, message))))
  return [
    // Never repeated: each part of an SMS is paid for, and a second one alarms people.
    {
      name: 'SMS',
      ageMsMax: SMS_AGE_MS_MAX,
      repeats: false,
      keepsQuiet: true,
      parallelMax: PARALLEL_MAX,
      send: (message) => bySms(message.mobile, message),
    },
    {
      name: 'EMAIL',
      repeats: true,
      keepsQuiet: false,
      parallelMax: PARALLEL_MAX,
      send: (message) => byEmail(message.email, message),
    },
    {
      name: 'FORMER',
      repeats: false,
      keepsQuiet: false,
      parallelMax: PARALLEL_MAX,
      send: (message) => (message.target.includes('@') ? byEmail : bySms)(message.target, message),
    },
  ]
}

async function factsOf(
  { database, names, publicUrl, now, freezeLink }: MessageSenders,
  message: Message,
): Promise<NoticeFacts> {
  const { kind, userId } = message
  const path =
    freezeLink && isWarning(kind)
      ? await database.transaction((tx) => freezeLink(tx, { userId, at: now() }))
      : undefined
  return { ...message, names, freezeUrl: path === undefined ? undefined : `${publicUrl}${path}` }
}

/** Faults after which the vendor certainly has not sent it: it was never asked, or has said so. */
const NOT_SENT = new Set<Extract<SmsOutcome, { kind: 'unavailable' }>['fault']>([
  'UNREACHABLE',
  'SERVER_ERROR',
  'TOO_MANY_REQUESTS',
  'NOT_ENCRYPTED',
  'ACCOUNT_REFUSED',
])

function outcomeOf(outcome: SmsOutcome | EmailOutcome): MessageOutcome {
  if (outcome.kind !== 'unavailable') return { kind: outcome.kind }
  return { kind: NOT_SENT.has(outcome.fault) ? 'later' : 'unknown' }
}
