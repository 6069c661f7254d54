import { handBackSentence } from '#contract/hand-back-reasons.ts'
import { words as englishReasons } from '#contract/words/en/recurring-buy-reasons.ts'
import { words as persianReasons } from '#contract/words/fa/recurring-buy-reasons.ts'
import { type CoinNaming, TOMAN } from '#domain/coin.ts'
import type { Language } from '#domain/market-state.ts'
import { groupOf, type NoticeGroup, type NoticeKind } from '#domain/notices.ts'
import { fill } from './email-frame.ts'
import { NOTICE_FRAME } from './texts/frame.ts'
import { NOTICE_TEXTS } from './texts/notice-texts.ts'

export type NoticeParams = Readonly<Record<string, string>>

/** The names of coins and markets. */
export interface NoticeNames {
  readonly coinBySymbol: ReadonlyMap<string, CoinNaming>
  readonly marketBySymbol: ReadonlyMap<string, { readonly base: CoinNaming; readonly quote: CoinNaming }>
}

export interface SentenceFacts {
  readonly kind: NoticeKind
  readonly params: NoticeParams
  readonly language: Language
  readonly names: NoticeNames
}

/** The subject of a notice, in a few words. */
export const noticeSubject = (facts: SentenceFacts): string =>
  fill(NOTICE_TEXTS[facts.kind][facts.language].subject, wordsOf(facts))

/** The event as a sentence; without amounts and prices where a stranger may read it. */
export function noticeSentence(facts: SentenceFacts, { showsAmounts }: { showsAmounts: boolean }): string {
  const { kind, language } = facts
  const words = wordsOf(facts)
  const { text, discreet = text } = NOTICE_TEXTS[kind][language]
  const sentence = fill(showsAmounts ? text : discreet, words)
  return (showsAmounts ? framed(sentence, words, { kind, language }) : sentence).replace(/ {2,}/g, ' ').trim()
}

/** Adds the kind of the alert, or how much of an order had traded, to the sentence. */
function framed(
  sentence: string,
  { filled, percent }: ReturnType<typeof wordsOf>,
  { kind, language }: Pick<SentenceFacts, 'kind' | 'language'>,
): string {
  const { filledBefore, ofPercent } = NOTICE_FRAME[language]
  if (filled !== undefined) return `${sentence} ${fill(filledBefore, { percent: filled })}`
  return kind === 'PRICE_ALERT' && percent !== undefined ? fill(ofPercent, { percent, sentence }) : sentence
}

/** Why a purchase of a recurring buy was not made. */
const WHY: Readonly<Record<Language, ReadonlyMap<string | undefined, string>>> = {
  fa: new Map(Object.entries(persianReasons)),
  en: new Map(Object.entries(englishReasons)),
}

/** The values of all placeholders of a sentence, in its language. */
function wordsOf({ kind, params, language, names }: SentenceFacts): Record<string, string | undefined> {
  const { unknownDevice, unnamed, methods, anotherMethod } = NOTICE_FRAME[language]
  const foreign = (text: string | undefined) => (text === undefined ? undefined : isolated(plainText(text), language))
  const figures = figuresOf({ params, language, names })
  const method = new Map<string | undefined, string>(Object.entries(methods)).get(params.method) ?? anotherMethod
  return {
    device: foreign(params.device) ?? unknownDevice,
    name:
      kind === 'PRICE_ALERT'
        ? nameOf(names.coinBySymbol.get(params.coin ?? ''), language)
        : (foreign(params.name) ?? unnamed),
    card: foreign(params.card) ?? '',
    address: foreign(params.address) ?? '',
    to: destinationOf(foreign(params.address), { network: foreign(params.network), language }),
    subject: foreign(params.subject) ?? unnamed,
    reason: endedOf(handBackSentence(plainText(params.reason ?? ''), language)),
    why: WHY[language].get(params.reason) ?? '',
    method,
    title: plainText(params[`title.${language}`] ?? ''),
    text: plainText(params[`text.${language}`] ?? '', NEWS_LETTERS_MAX),
    ...figures,
    amount:
      params.sender === undefined
        ? figures.amount
        : fill(NOTICE_FRAME[language].fromUser, { amount: figures.amount, name: foreign(params.sender) }),
  }
}

/** The whole destination of a withdrawal as its sentence continues with it; empty if the notice has none. */
function destinationOf(
  address: string | undefined,
  { network, language }: { network: string | undefined; language: Language },
): string {
  if (address === undefined) return ''
  const { toAddress, toAddressOnNetwork } = NOTICE_FRAME[language]
  return network === undefined ? fill(toAddress, { address }) : fill(toAddressOnNetwork, { address, network })
}

function figuresOf({ params, language, names }: Omit<SentenceFacts, 'kind'>): Record<string, string | undefined> {
  const { sides } = NOTICE_FRAME[language]
  const { amount, coin, price, market: symbol, side, percent, count, filled, number } = params
  const market = names.marketBySymbol.get(symbol ?? '')
  const inUnit = (figure: string | undefined, unit: CoinNaming | undefined) =>
    figure === undefined
      ? undefined
      : `${isolated(showFigure(figure, language), language, LEFT_TO_RIGHT)} ${unitOf(unit, language)}`
  return {
    amount: inUnit(amount, names.coinBySymbol.get(coin ?? '') ?? market?.base),
    price: inUnit(price, market?.quote),
    pair: market && `${nameOf(market.base, language)} / ${nameOf(market.quote, language)}`,
    side: side === 'BUY' || side === 'SELL' ? sides[side] : undefined,
    percent: percent === undefined ? undefined : isolated(showPercent(percent, language), language, LEFT_TO_RIGHT),
    filled: filled === undefined ? undefined : isolated(showPercent(filled, language), language, LEFT_TO_RIGHT),
    count: count === undefined ? undefined : showFigure(count, language),
    number: number === undefined ? undefined : showNumber(number, language),
  }
}

const nameOf = (coin: CoinNaming | undefined, language: Language) =>
  (language === 'fa' ? coin?.persianName : coin?.englishName) ?? ''

function unitOf(coin: CoinNaming | undefined, language: Language): string {
  const { units } = NOTICE_FRAME[language]
  const unit = new Map<string | undefined, string>(Object.entries(units)).get(coin?.symbol)
  return unit === undefined ? (coin?.code ?? '') : fill(unit, { name: nameOf(coin, language) })
}

/** A reason is a sentence of its own, with or without the operator's full stop. */
const endedOf = (reason: string) => (reason === '' || /[.!?؟]$/u.test(reason) ? reason : `${reason}.`)

const LETTERS_MAX = 200
const NEWS_LETTERS_MAX = 1_000

/** Typed text as one line without control characters, and with addresses broken up so that a phone makes no link of them. */
const plainText = (text: string, lettersMax = LETTERS_MAX): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/:\/\//g, ' ')
    .trim()
    .slice(0, lettersMax)

const LEFT_TO_RIGHT = '\u2066'

/** Isolates a text so that it keeps its own direction within a Persian sentence: that of its letters, or the one that `from` begins. */
export const isolated = (text: string, language: Language, from = '\u2068'): string =>
  language === 'fa' && text !== '' ? `${from}${text}\u2069` : text

const LOCALE = { fa: 'fa-IR', en: 'en-US' } as const satisfies Record<Language, string>
const FRACTION = { maximumFractionDigits: 30, roundingMode: 'trunc' } as const
const FORMATS = {
  fa: new Intl.NumberFormat(LOCALE.fa, FRACTION),
  en: new Intl.NumberFormat(LOCALE.en, FRACTION),
} as const satisfies Record<Language, Intl.NumberFormat>

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** Decimal text ("98500.5") as the language writes it, digit by digit. Text that is no decimal comes back unchanged. */
const showFigure = (text: string, language: Language): string =>
  isDecimal(text) ? FORMATS[language].format(text) : text

/** An identifying number has no marks between its digits. */
const NUMBERS = {
  fa: new Intl.NumberFormat(LOCALE.fa, { useGrouping: false }),
  en: new Intl.NumberFormat(LOCALE.en, { useGrouping: false }),
} as const satisfies Record<Language, Intl.NumberFormat>

const showNumber = (text: string, language: Language): string =>
  isDecimal(text) ? NUMBERS[language].format(text) : text

const showPercent = (text: string, language: Language): string =>
  `${showFigure(text, language)}${language === 'fa' ? '٪' : '%'}`

const PATHS = {
  ORDERS: '/profile/history?tab=orders',
  MONEY: '/profile/history?tab=deposits',
  SECURITY: '/profile/settings',
  SUPPORT: '/profile/support',
  ACCOUNT: '/profile/account',
  PRICE_ALERTS: '/profile/trade',
  NEWS: '/profile/notifications',
} as const satisfies Record<NoticeGroup, string>

/** The page of the app that a notice opens. Its parameters make the path more specific if they are known. */
export function noticePath(kind: NoticeKind, params: NoticeParams): string {
  switch (kind) {
    case 'ORDER_FILLED':
    case 'ORDER_PARTLY_FILLED':
    case 'ORDER_CANCELLED':
    case 'ORDER_CANCELLED_BY_OPERATOR':
    case 'ORDER_EXPIRED':
    case 'ORDER_TRIGGERED':
      return isId(params.orderId) ? `${PATHS.ORDERS}&order=${params.orderId}` : PATHS.ORDERS
    case 'RECURRING_BUY_BOUGHT':
    case 'RECURRING_BUY_SKIPPED':
    case 'RECURRING_BUY_STOPPED':
      return '/profile/recurring'
    case 'PRICE_ALERT':
      return marketPath(params.market) ?? PATHS[groupOf(kind)]
    case 'TICKET_ANSWERED':
      return isId(params.ticketId) ? `/profile/support/massage/${params.ticketId}` : PATHS.SUPPORT
    case 'WITHDRAWAL_ASKED':
    case 'WITHDRAWAL_APPROVED':
    case 'WITHDRAWAL_SENT':
    case 'WITHDRAWAL_CONFIRMED':
    case 'WITHDRAWAL_CANCELLED':
    case 'WITHDRAWAL_REFUSED':
    case 'WITHDRAWAL_FAILED':
      return historyOf(params.coin === TOMAN ? 'withdrawals' : 'coinWithdrawals')
    case 'DELIVERY_ASKED':
    case 'DELIVERY_APPROVED':
    case 'DELIVERY_READY':
    case 'DELIVERY_SHIPPED':
    case 'DELIVERY_DONE':
    case 'DELIVERY_CANCELLED':
    case 'DELIVERY_REFUSED':
      return historyOf('deliveries')
    case 'DEPOSIT_CREDITED':
      if (isId(params.transferId)) return historyOf('received')
      return historyOf(params.coin === TOMAN ? 'deposits' : 'coinDeposits')
    default:
      return PATHS[groupOf(kind)]
  }
}

const historyOf = (tab: string) => `/profile/history?tab=${tab}`

const isId = (text: string | undefined): text is string => /^\d{1,18}$/.test(text ?? '')

/** "GOLD_TOMAN" is traded at /profile/trade/TOMAN/GOLD. */
function marketPath(symbol: string | undefined): string | undefined {
  const [, base, quote] = /^([A-Z0-9_]+)_(TOMAN|TETHER)$/.exec(symbol ?? '') ?? []
  return base && quote ? `/profile/trade/${quote}/${base}` : undefined
}
