import { toAsciiDigits } from './ascii-digits.ts'
import { DAY_MS } from './durations.ts'

declare const kind: unique symbol

/** A valid day of the Jalali calendar as "yyyymmdd": "13700512". Texts compare like the days. */
export type JalaliDate = string & { readonly [kind]: 'jalali-date' }

/** The years for which the 33-year rule of leap years agrees with the official calendar. */
const YEAR_MIN = 1178
const YEAR_MAX = 1633

const SPELLING = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})$/
/** Tehran is 3 h 30 min ahead of UTC, without daylight saving time since 2022. */
export const TEHRAN_OFFSET_MS = 12_600_000

/** The days from the start of the calendar to the first day of the year, with eight leap years in every 33. */
const daysBeforeYear = (year: number) => 365 * year + Math.floor((8 * year + 21) / 33)
const daysBeforeMonth = (month: number) => (month <= 6 ? (month - 1) * 31 : 186 + (month - 7) * 30)
const daysInYear = (year: number) => daysBeforeYear(year + 1) - daysBeforeYear(year)

/** 1 Farvardin 1400 was 21 March 2021. */
const UNIX_DAY_OF_JALALI_ZERO = Date.UTC(2021, 2, 21) / DAY_MS - daysBeforeYear(1400)

function isJalaliDate(text: string): text is JalaliDate {
  const { year, month, day } = partsOf(text)
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1) return false
  const daysBeforeNext = month === 12 ? daysInYear(year) : daysBeforeMonth(month + 1)
  return day <= daysBeforeNext - daysBeforeMonth(month)
}

function partsOf(text: string) {
  const digits = (from: number, to: number) => Number.parseInt(text.slice(from, to), 10)
  return { year: digits(0, 4), month: digits(4, 6), day: digits(6, 8) }
}

/** Reads "13700512", "1370/05/12" or "1370-05-12" in any digits; `undefined` if there is no such day. */
export function parseJalaliDate(text: string): JalaliDate | undefined {
  const match = SPELLING.exec(toAsciiDigits(text.trim()))
  if (!match) return undefined
  const date = `${match[1]}${match[3]}${match[4]}`
  return isJalaliDate(date) ? date : undefined
}

/** Days since 1 January 1970 of a Jalali date. */
function unixDayOf(date: JalaliDate): number {
  const { year, month, day } = partsOf(date)
  return UNIX_DAY_OF_JALALI_ZERO + daysBeforeYear(year) + daysBeforeMonth(month) + day - 1
}

function jalaliOfUnixDay(unixDay: number): JalaliDate {
  const jalaliDay = unixDay - UNIX_DAY_OF_JALALI_ZERO
  let year = Math.floor(jalaliDay / 366)
  while (daysBeforeYear(year + 1) <= jalaliDay) year += 1
  const dayOfYear = jalaliDay - daysBeforeYear(year)
  const month = dayOfYear < 186 ? Math.floor(dayOfYear / 31) + 1 : Math.floor((dayOfYear - 186) / 30) + 7
  const day = dayOfYear - daysBeforeMonth(month) + 1
  const text = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
  if (!isJalaliDate(text)) throw new RangeError(`day ${unixDay} lies outside the Jalali years ${YEAR_MIN}–${YEAR_MAX}`)
  return text
}

/** The Gregorian date "yyyy-mm-dd" of a Jalali one. */
export function jalaliToGregorian(date: JalaliDate): string {
  return new Date(unixDayOf(date) * DAY_MS).toISOString().slice(0, 10)
}

/** The Jalali date of a Gregorian "yyyy-mm-dd"; `undefined` if there is no such day or it is far outside our time. */
export function gregorianToJalali(isoDate: string): JalaliDate | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? Date.parse(isoDate) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== isoDate) return undefined
  const year = new Date(at).getUTCFullYear() - 621
  return year <= YEAR_MIN || year >= YEAR_MAX ? undefined : jalaliOfUnixDay(at / DAY_MS)
}

/** The date in Tehran at an instant (in 2022 or later, see `TEHRAN_OFFSET_MS`). */
export function jalaliDateAt(at: Date): JalaliDate {
  return jalaliOfUnixDay(Math.floor((at.getTime() + TEHRAN_OFFSET_MS) / DAY_MS))
}

/** The day of the Jalali month in Tehran at an instant, from 1 to 31. */
export const jalaliDayOfMonthAt = (at: Date): number => partsOf(jalaliDateAt(at)).day

/** The last midnight in Tehran before an instant. */
export function startOfTehranDay(at: Date): Date {
  return new Date(Math.floor((at.getTime() + TEHRAN_OFFSET_MS) / DAY_MS) * DAY_MS - TEHRAN_OFFSET_MS)
}

/** In whole Jalali years, as the law and the terms count. */
export const AGE_MIN = 18

/** The age in whole Jalali years at an instant; negative before the birth. A person born on 30 Esfand is a year older on 1 Farvardin. */
export function ageAt(birthDay: JalaliDate, at: Date): number {
  const today = jalaliDateAt(at)
  const years = partsOf(today).year - partsOf(birthDay).year
  return today.slice(4) < birthDay.slice(4) ? years - 1 : years
}
