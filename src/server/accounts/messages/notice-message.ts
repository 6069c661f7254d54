import { handBackSentence } from '#contract/hand-back-reasons.ts'
import type { Language } from '#domain/market-state.ts'
import type { EmailMessage } from '../../providers/email/email.ts'
import { NOTICE_KINDS, type NoticeKind } from '../notices.ts'
import { emailOf, fill, MESSAGE_WORDS } from './email-frame.ts'
import { NOTICE_FRAME, NOTICE_TEXTS } from './notice-texts.ts'

export interface NoticeFacts {
  readonly kind: NoticeKind
  readonly params: Readonly<Record<string, string>>
  readonly at: Date
  readonly language: Language
  readonly phrase: string | undefined
  /** The page by which the account is frozen with one press. */
  readonly freezeUrl: string | undefined
}

/** A notice that is known by its words here. */
export const isNoticeKind = (kind: string): kind is NoticeKind => NOTICE_KINDS.some((known) => known === kind)

/** The kinds that may be the work of a stranger. */
export const isWarning = (kind: NoticeKind): boolean => NOTICE_TEXTS[kind].isWarning

/** The notice as an SMS: as short as it says everything, since each part of it is paid. */
export function noticeSms(facts: NoticeFacts): string {
  const { language, phrase, freezeUrl } = facts
  const words = MESSAGE_WORDS[language]
  return [
    `${words.name}: ${sentenceOf(facts)}`,
    momentOf(facts),
    ...wayOut(facts),
    ...(isWarning(facts.kind) && freezeUrl !== undefined ? [`${NOTICE_FRAME[language].freeze}: ${freezeUrl}`] : []),
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
    subject: NOTICE_TEXTS[kind][language].subject,
    lines: [sentenceOf(facts), momentOf(facts), ...wayOut(facts)],
    link: hasLink ? { url: freezeUrl, label: NOTICE_FRAME[language].freeze } : undefined,
    phrase,
  })
}

const wayOut = ({ kind, language, freezeUrl }: NoticeFacts): string[] =>
  isWarning(kind) && freezeUrl === undefined ? [NOTICE_FRAME[language].noLink] : []

function sentenceOf({ kind, language, params }: NoticeFacts): string {
  const { unknownDevice, unnamed, methods, anotherMethod } = NOTICE_FRAME[language]
  const said = Object.fromEntries(
    Object.entries(params).map(([name, text]) => [name, isolated(plainText(text), language)]),
  )
  const { device = unknownDevice, name = unnamed, card = '' } = said
  const reason = endedOf(handBackSentence(plainText(params.reason ?? ''), language))
  const method = new Map<string | undefined, string>(Object.entries(methods)).get(params.method) ?? anotherMethod
  const named = { device, name, reason, card, method }
  return fill(NOTICE_TEXTS[kind][language].text, named).replace(/ {2,}/g, ' ')
}

/** A reason is a sentence of its own, whether or not the operator has ended it. */
const endedOf = (reason: string) => (reason === '' || /[.!?؟]$/u.test(reason) ? reason : `${reason}.`)

const LETTERS_MAX = 200

/** What somebody has typed, as one line without control characters, and not as an address that a phone would make a link of. */
const plainText = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/:\/\//g, ' ')
    .trim()
    .slice(0, LETTERS_MAX)

/** Keeps its own direction within a Persian sentence: that of its letters, or the one that `from` begins. */
const isolated = (text: string, language: Language, from = '\u2068') =>
  language === 'fa' && text !== '' ? `${from}${text}\u2069` : text

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

/** "5.160.*.*": enough to know one's own network by, and not more. */
function maskedNetwork(ip: string | undefined): string | undefined {
  if (ip === undefined) return undefined
  const four = /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(ip)
  if (four) return `${four[1]}.*.*`
  const six = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}):/i.exec(ip)
  return six ? `${six[1]}:*` : undefined
}
