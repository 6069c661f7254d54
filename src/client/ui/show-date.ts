import type { Language } from '#client/lib/locale.ts'

export type DateStyle = 'date' | 'time' | 'seconds' | 'date-time' | 'date-seconds'

const LOCALE = { fa: 'fa-IR-u-ca-persian', en: 'en-GB-u-ca-gregory' } as const satisfies Record<Language, string>
const DAY = {
  fa: { year: 'numeric', month: 'long', day: 'numeric' },
  en: { year: 'numeric', month: 'short', day: 'numeric' },
} as const satisfies Record<Language, Intl.DateTimeFormatOptions>
const HOUR = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SEPARATOR = { fa: '، ', en: ', ' } as const satisfies Record<Language, string>

type Part = 'day' | 'hour' | 'second'
const PARTS: Readonly<Record<DateStyle, readonly Part[]>> = {
  ...{ date: ['day'], time: ['hour'], seconds: ['second'] },
  ...{ 'date-time': ['day', 'hour'], 'date-seconds': ['day', 'second'] },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats a time in Tehran's time zone: ۳۰ آبان ۱۴۰۵، ۰۱:۱۰ in Persian, 21 Nov 2026, 01:10 in English. The text has the direction of its language.
 */
export function showDate(at: Date, language: Language, style: DateStyle): string {
  return PARTS[style].map((part) => formatFor(language, part).format(at)).join(SEPARATOR[language])
}

function formatFor(language: Language, part: Part): Intl.DateTimeFormat {
  const key = `${language} ${part}`
  const options = { day: DAY[language], hour: HOUR, second: { ...HOUR, second: '2-digit' } as const }[part]
  const format = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE[language], { ...options, timeZone: 'Asia/Tehran' })
  formats.set(key, format)
  return format
}
