import { actorName } from '#contract/audit-text.ts'
import type { Coin } from '#domain/coin.ts'
import { toCount } from '#domain/counts.ts'
import { DAY_MS } from '#domain/durations.ts'
import { type AccountRole, accountOf } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { Language } from '#domain/market-state.ts'
import { dayInTehran } from '#domain/tehran-day.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Queryable } from '../../store/database.ts'

/** The words of a report for codes of the database. */
const WORDS: Readonly<Record<string, Readonly<Record<Language, string>> | undefined>> = {
  BUY: { fa: 'خرید', en: 'Buy' },
  SELL: { fa: 'فروش', en: 'Sell' },
  ZARINPAL: { fa: 'زرین‌پال', en: 'Zarinpal' },
  VANDAR: { fa: 'وندار', en: 'Vandar' },
  CONFIRMED: { fa: 'موفق', en: 'Successful' },
  UNCONFIRMED: { fa: 'ناموفق', en: 'Failed' },
  RAISED_BY_USER: { fa: 'در انتظار پاسخ درگاه', en: 'Pending' },
  AMOUNT_DIFFERS: { fa: 'مبلغ متفاوت', en: 'Amount differs' },
  UNKNOWN_AUTHORITY: { fa: 'پرداخت ناشناخته برای درگاه', en: 'Unknown to the gateway' },
  ACCOUNT_REFUSED: { fa: 'رد حساب ما', en: 'Our account refused' },
  CARD_DIFFERS: { fa: 'کارت شخص دیگر', en: "Another's card" },
  UNAUTHORIZED: { fa: 'شروع نشده', en: 'Not started' },
  UNIDENTIFIED: { fa: 'در انتظار کد', en: 'Awaiting code' },
  NOT_COMPLETE: { fa: 'ناقص', en: 'Incomplete' },
  PENDING: { fa: 'در انتظار بررسی', en: 'Awaiting review' },
  AUTHORIZED: { fa: 'تأییدشده', en: 'Verified' },
  INFORMATION_CHANGED: { fa: 'اطلاعات تغییر کرده', en: 'Information changed' },
  INFORMATION_CHANGED_PENDING: { fa: 'تغییر در انتظار بررسی', en: 'Change awaiting review' },
  VIP_1: { fa: 'سطح ۱', en: 'Level 1' },
  VIP_2: { fa: 'سطح ۲', en: 'Level 2' },
  VIP_3: { fa: 'سطح ۳', en: 'Level 3' },
  VIP_4: { fa: 'سطح ۴', en: 'Level 4' },
  SUPERVISOR: { fa: 'تأمین‌کنندهٔ نقدینگی', en: 'Liquidity provider' },
  FROZEN: { fa: 'مسدود', en: 'Frozen' },
  SANDBOX: { fa: 'آزمایشی', en: 'Sandbox' },
  BANK: { fa: 'بانک', en: 'bank' },
  CUSTOMERS: { fa: 'همهٔ کاربران', en: 'All users' },
}

/** The accounts of the exchange, each followed by its network, gateway or bank account. */
const ACCOUNTS = {
  fees: { fa: 'کارمزدها', en: 'Fees' },
  otcInventory: { fa: 'موجودی خرید و فروش فوری', en: 'Quick trade inventory' },
  creditLine: { fa: 'خط اعتباری', en: 'Credit line' },
  hot: { fa: 'کیف پول گرم', en: 'Hot wallet' },
  cold: { fa: 'کیف پول سرد', en: 'Cold wallet' },
  feesPaid: { fa: 'کارمزد پرداختی شبکه', en: 'Network fees paid' },
  gateway: { fa: 'درگاه پرداخت', en: 'Payment gateway' },
  bank: { fa: 'حساب بانکی', en: 'Bank account' },
  feesCharged: { fa: 'کارمزد دریافتی شبکه', en: 'Network fees charged' },
  suspense: { fa: 'واریزهای نامشخص', en: 'Unidentified deposits' },
  transit: { fa: 'انتقال‌های در راه', en: 'Transfers on their way' },
  delivered: { fa: 'تحویل فیزیکی', en: 'Handed over' },
  deliveryFees: { fa: 'کارمزد تحویل فیزیکی', en: 'Delivery fees' },
} as const satisfies Record<AccountRole, Record<Language, string>>

/** A code in words; a code without words stays as it is. */
export const wordOf = (code: string, language: Language): string =>
  (Object.hasOwn(WORDS, code) ? WORDS[code]?.[language] : undefined) ?? actorName(code, language)

export const coinName = ({ persianName, englishName }: Coin, language: Language): string =>
  language === 'fa' ? persianName : englishName

export const marketName = ({ base, quote }: Market, language: Language): string =>
  `${coinName(base, language)} / ${coinName(quote, language)}`

/** An account by its number; those of the exchange itself by name, too. @param systemUsers names of the exchange's own users, by number */
export function accountName(
  id: bigint,
  { systemUsers, language }: { systemUsers: ReadonlyMap<bigint, string>; language: Language },
): string {
  const name = systemUsers.get(id)
  if (name !== undefined) return `${wordOf(name, language)} (${id})`
  const account = accountOf(toCount(id))
  if (!account) return String(id)
  const { role, of } = account
  return `${ACCOUNTS[role][language]}${of === undefined ? '' : ` ${wordOf(of, language)}`} (${id})`
}

export interface ReportSpan {
  readonly database: Queryable
  readonly catalogue: Catalogue
  /** The first instant, and the first one after it. */
  readonly from: Date
  readonly to: Date
  /** The language of the words, the names and the calendar. */
  readonly language: Language
}

interface Day {
  readonly name: string
  readonly from: Date
  readonly to: Date
}

/** The days of a report, each with its name in the language's calendar. */
export function* daysOf({ from, to, language }: Pick<ReportSpan, 'from' | 'to' | 'language'>): Generator<Day> {
  for (let at = from.getTime(); at < to.getTime(); at += DAY_MS)
    yield { name: dayInTehran(new Date(at), language), from: new Date(at), to: new Date(at + DAY_MS) }
}
