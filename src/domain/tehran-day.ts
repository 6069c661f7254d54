import { DAY_MS } from './durations.ts'
import { jalaliDateAt, TEHRAN_OFFSET_MS } from './jalali.ts'
import type { Language } from './market-state.ts'

/** The first and the last day in Tehran, "2026-11-22"; absent: no bound. */
export interface DaySpan {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** From the first instant to the one before `ends`. */
export interface InstantSpan {
  readonly begins?: Date | undefined
  readonly ends?: Date | undefined
}

/** The midnight with which a day in Tehran begins; invalid for a day that does not exist. */
export const midnightInTehran = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+03:30`))

/** The instants at which the days begin and end, or the field that is wrong: a day that does not exist, or an end before the start. */
export function instantsOf({ from, to }: DaySpan): InstantSpan | keyof DaySpan {
  const begins = from === undefined ? undefined : midnightInTehran(from)
  const ends = to === undefined ? undefined : new Date(midnightInTehran(to).getTime() + DAY_MS)
  if (begins && Number.isNaN(begins.getTime())) return 'from'
  if (ends && (Number.isNaN(ends.getTime()) || (begins && begins >= ends))) return 'to'
  return { begins, ends }
}

/** "2026-11-22", in Persian "1405-09-01": spreadsheets sort both. */
export function dayInTehran(at: Date, language: Language): string {
  if (language === 'en') return new Date(at.getTime() + TEHRAN_OFFSET_MS).toISOString().slice(0, 10)
  return jalaliDateAt(at).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

/** "2026-11-22 14:03:11", which spreadsheets read as a time, with the day of the language's calendar. */
export const timeInTehran = (at: Date, language: Language): string =>
  `${dayInTehran(at, language)} ${new Date(at.getTime() + TEHRAN_OFFSET_MS).toISOString().slice(11, 19)}`
