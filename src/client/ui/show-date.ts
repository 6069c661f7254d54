import type { Language } from '#client/lib/locale.ts'

export type DateStyle = 'date' | 'long-date' | 'time' | 'date-time'

const LOCALE = { fa: 'fa-IR-u-ca-persian', en: 'en-GB-u-ca-gregory' } as const satisfies Record<Language, string>
const PARTS = {
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  'long-date': { year: 'numeric', month: 'long', day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  'date-time': {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
} as const satisfies Record<DateStyle, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment on Tehran's clock: Jalali in Persian, Gregorian in English. It runs in the direction of its language. */
export function showDate(at: Date, language: Language, style: DateStyle): string {
  const key = `${language} ${style}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(LOCALE[language], { ...PARTS[style], timeZone: 'Asia/Tehran' })
  formats.set(key, format)
  const shown = format.format(at)
  // `Intl` puts a Latin comma between a Persian day and its hour.
  return language === 'fa' ? shown.replace(',', '،') : shown
}
