import moment from 'moment-jalaali'
import type { Language } from '#client/lib/locale.ts'

/** Nobody older is expected. */
const YEARS = 110

export type CalendarDay = { year: number; month: number; day: number }

/** The calendar of a language: Jalali in Persian, Gregorian in English. Months count from 1. */
export function birthdayCalendar(language: Language, now: Date) {
  const jalali = language === 'fa'
  const format = jalali ? 'jYYYY-jM-jD' : 'YYYY-M-D'
  const today = moment(now)
  const thisYear = jalali ? today.jYear() : today.year()
  return {
    years: Array.from({ length: YEARS }, (_, age) => thisYear - age),
    daysIn: ({ year, month }: { year: number; month: number }) =>
      jalali ? moment.jDaysInMonth(year, month - 1) : moment({ year, month: month - 1 }).daysInMonth(),
    monthName: (month: number) => monthNames(language)[month - 1] ?? '',
    toIso: ({ year, month, day }: CalendarDay) => moment(`${year}-${month}-${day}`, format).format('YYYY-MM-DD'),
    fromIso: (iso: string): CalendarDay | undefined => {
      const at = moment(iso, 'YYYY-MM-DD', true)
      if (!at.isValid()) return undefined
      return jalali
        ? { year: at.jYear(), month: at.jMonth() + 1, day: at.jDate() }
        : { year: at.year(), month: at.month() + 1, day: at.date() }
    },
  }
}

/** Names from the browser's own calendars: the middle days of twelve months in a row, from the year's first. */
function monthNames(language: Language): readonly string[] {
  const format = new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB', {
    month: 'long',
    timeZone: 'UTC',
  })
  const first = language === 'fa' ? { month: 3, day: 5 } : { month: 0, day: 15 }
  return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2021, first.month + index, first.day)))
}
