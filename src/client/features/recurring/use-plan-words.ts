import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { showDate } from '#client/ui/show-date.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { type Rhythm, WEEKDAYS, type Weekday } from '#domain/recurring-buy.ts'
import { coinsOf } from './plan-form.logic.ts'
import type { RecurringBuy, RecurringBuyRun } from './recurring.queries.ts'

const LOCALE = { fa: 'fa-IR', en: 'en-GB' } as const satisfies Record<Language, string>

/** A Sunday, which is the first of our weekdays. */
const SUNDAY_MS = Date.UTC(2023, 0, 1)
const DAY_MS = 86_400_000

const weekdayFormat = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE[language], { weekday: 'long', timeZone })

export const weekdayName = (weekday: Weekday, language: Language): string =>
  weekdayFormat(language, 'UTC').format(SUNDAY_MS + WEEKDAYS.indexOf(weekday) * DAY_MS)

/** "10:00" in the digits of the language. */
export function showMinute(minute: number, language: Language): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return showDigits(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`, language)
}

/** A time with its weekday: «شنبه ۷ آذر ۱۴۰۵، ۱۰:۰۰», "Saturday, 28 Nov 2026, 10:00". */
export function showWhen(at: Date, language: Language): string {
  const weekday = weekdayFormat(language, 'Asia/Tehran').format(at)
  return `${weekday}${language === 'fa' ? ' ' : ', '}${showDate(at, language, 'date-time')}`
}

/** The sentences about a plan in the language of the screen. */
export function usePlanWords() {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  const { nameOf, unitOf, billed } = useCoins()
  const rhythm = (asked: Rhythm): string => {
    const time = showMinute(asked.minute, language)
    if (asked.kind === 'DAILY') return t('rhythm.DAILY', { time })
    if (asked.kind === 'WEEKLY') return t('rhythm.WEEKLY', { time, weekday: weekdayName(asked.weekday, language) })
    const { calendar, day } = asked
    return day === 31
      ? t(`rhythm.LAST.${calendar}`, { time })
      : t(`rhythm.MONTHLY.${calendar}`, { time, day: showDigits(String(day), language) })
  }
  const price = (text: string, { marketType }: Pick<RecurringBuy, 'marketType'>) =>
    amountInSentence(text, language, { unit: unitOf(coinsOf(marketType).unit) })
  const total = (text: string, { marketType }: Pick<RecurringBuy, 'marketType'>) =>
    amountInSentence(text, language, billed(coinsOf(marketType).unit))
  /** The next purchase, what it waits for, or why there is none. */
  const state = ({ state: now, reason, nextDateTime, waitsUntilDateTime }: RecurringBuy): string => {
    const why = reason === null ? '' : t(`reason.${reason}`)
    if (now === 'PAUSED') return t('state.PAUSED')
    if (now === 'STOPPED') return t('state.STOPPED', { why })
    if (waitsUntilDateTime) return t('waits.until', { when: showWhen(new Date(waitsUntilDateTime), language) })
    if (reason !== null) return t('waits.because', { why })
    return t('next', { when: nextDateTime === null ? '' : showWhen(new Date(nextDateTime), language) })
  }
  const outcome = ({ outcome: end, reason }: RecurringBuyRun): string =>
    end === 'BOUGHT' ? t('runs.BOUGHT') : t(`runs.${end}`, { why: reason === null ? '' : t(`reason.${reason}`) })
  const name = ({ marketType }: Pick<RecurringBuy, 'marketType'>): string => {
    const { coin, unit } = coinsOf(marketType)
    return t('name', { coin: nameOf(coin), unit: nameOf(unit) })
  }
  const when = (at: Date) => showWhen(at, language)
  return { rhythm, price, total, state, outcome, name, when }
}
