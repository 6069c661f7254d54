import type { Language } from '#domain/market-state.ts'
import { isWarning } from '#domain/notices.ts'
import type { EmailMessage } from '../providers/email/email.ts'
import { emailOf, fill, MESSAGE_WORDS } from './email-frame.ts'
import { isolated, noticeSentence, noticeSubject, type SentenceFacts } from './notice-sentence.ts'
import { NOTICE_FRAME } from './texts/frame.ts'

export interface NoticeFacts extends SentenceFacts {
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
