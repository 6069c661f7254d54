import { DAY_MS } from '#domain/durations.ts'
import type { Language } from '#domain/market-state.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { isWarning } from '#domain/notices.ts'
import type { EmailMessage, EmailOutcome, EmailSender } from '../providers/email/email.ts'
import type { SmsOutcome, SmsSender } from '../providers/sms/sms.ts'
import type { Database, Transaction } from '../store/database.ts'
import type { Outcome } from '../store/outbox.ts'
import type { Channel, Message } from './channel.ts'
import { emailOf, fill, MESSAGE_WORDS } from './email-frame.ts'
import { isolated, type NoticeNames, noticeSentence, noticeSubject, type SentenceFacts } from './notice-sentence.ts'
import { NOTICE_FRAME } from './texts/frame.ts'

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
const SMS_AGE_MS_MAX = DAY_MS

/** SMS, e-mail, and both of them to a contact that the account no longer has. */
export function messageChannels(senders: MessageSenders): Channel[] {
  const { sms, email } = senders
  const bySms = async (to: string | undefined, message: Message): Promise<Outcome> => {
    const mobile = to === undefined ? undefined : parseMobileNumber(to)
    if (mobile === undefined) return { kind: 'none' }
    const facts = await factsOf(senders, message)
    return outcomeOf(await sms.sendText({ to: mobile, text: noticeSms(facts) }))
  }
  const byEmail = async (to: string | undefined, message: Message): Promise<Outcome> =>
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

function outcomeOf(outcome: SmsOutcome | EmailOutcome): Outcome {
  if (outcome.kind !== 'unavailable') return { kind: outcome.kind }
  return { kind: NOT_SENT.has(outcome.fault) ? 'later' : 'unknown' }
}

interface NoticeFacts extends SentenceFacts {
  readonly at: Date
  readonly phrase: string | undefined
  /** The page that freezes the account with one press. */
  readonly freezeUrl: string | undefined
}

/** The notice as an SMS, as short as possible, since each part is paid for. */
export function noticeSms(facts: NoticeFacts): string {
  const { kind, language, phrase, freezeUrl } = facts
  const words = MESSAGE_WORDS[language]
  return [
    `${words.name}: ${noticeSentence(facts, { showsAmounts: true })}`,
    momentOf(facts),
    ...wayOut(facts),
    ...(isWarning(kind) && freezeUrl !== undefined ? [`${NOTICE_FRAME[language].freeze}: ${freezeUrl}`] : []),
    ...(phrase === undefined ? [] : [fill(words.phrase, { phrase })]),
  ].join('\n')
}

/** The notice as an e-mail. */
export function noticeEmail(to: string, facts: NoticeFacts): EmailMessage {
  const { kind, language, phrase, freezeUrl } = facts
  const hasLink = isWarning(kind) && freezeUrl !== undefined
  return emailOf({
    to,
    language,
    subject: noticeSubject(facts),
    lines: [noticeSentence(facts, { showsAmounts: true }), momentOf(facts), ...wayOut(facts)],
    link: hasLink ? { url: freezeUrl, label: NOTICE_FRAME[language].freeze } : undefined,
    phrase,
  })
}

const wayOut = ({ kind, language, freezeUrl }: NoticeFacts): string[] =>
  isWarning(kind) && freezeUrl === undefined ? [NOTICE_FRAME[language].noLink] : []

const ZONE = { timeZone: 'Asia/Tehran' } as const
const DATES = {
  fa: {
    date: new Intl.DateTimeFormat('fa-IR', { ...ZONE, day: 'numeric', month: 'long', year: 'numeric' }),
    time: new Intl.DateTimeFormat('fa-IR', { ...ZONE, hour: '2-digit', minute: '2-digit', hour12: false }),
  },
  en: {
    date: new Intl.DateTimeFormat('en-GB', { ...ZONE, day: 'numeric', month: 'short', year: 'numeric' }),
    time: new Intl.DateTimeFormat('en-GB', { ...ZONE, hour: '2-digit', minute: '2-digit', hour12: false }),
  },
} as const satisfies Record<Language, object>

function momentOf({ language, at, params }: NoticeFacts): string {
  const { when, whenAndWhere } = NOTICE_FRAME[language]
  const date = DATES[language].date.format(at)
  const time = DATES[language].time.format(at)
  const network = maskedNetwork(params.ip)
  if (network === undefined) return fill(when, { date, time })
  return fill(whenAndWhere, { date, time, network: isolated(network, language, '\u2066') })
}

/** "5.160.*.*": enough to recognise one's own network, and no more. */
function maskedNetwork(ip: string | undefined): string | undefined {
  if (ip === undefined) return undefined
  const four = /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(ip)
  if (four) return `${four[1]}.*.*`
  const six = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}):/i.exec(ip)
  return six ? `${six[1]}:*` : undefined
}
