import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#client/lib/durations.ts'
import { gregorianToJalali, jalaliToGregorian, parseJalaliDate } from '#domain/jalali.ts'

/**
 * The official lunar holidays of Iran, by day and month of the lunar calendar. Operators enter each on the day that the official calendar announces;
 * this only finds those of a year that are still missing, with an approximate day.
 */
const LUNAR_HOLIDAYS = {
  TASUA: { month: 1, day: 9 },
  ASHURA: { month: 1, day: 10 },
  ARBAEEN: { month: 2, day: 20 },
  PROPHETS_PASSING: { month: 2, day: 28 },
  IMAM_REZA: { month: 2, day: 29 },
  IMAM_ASKARI: { month: 3, day: 8 },
  PROPHETS_BIRTH: { month: 3, day: 17 },
  FATIMAH: { month: 6, day: 3 },
  IMAM_ALI_BIRTH: { month: 7, day: 13 },
  MABATH: { month: 7, day: 27 },
  MAHDI_BIRTH: { month: 8, day: 15 },
  IMAM_ALI: { month: 9, day: 21 },
  FITR: { month: 10, day: 1 },
  FITR_SECOND: { month: 10, day: 2 },
  IMAM_SADEGH: { month: 10, day: 25 },
  ADHA: { month: 12, day: 10 },
  GHADIR: { month: 12, day: 18 },
} as const

export type LunarHoliday = keyof typeof LUNAR_HOLIDAYS
const isLunarHoliday = (name: string): name is LunarHoliday => Object.hasOwn(LUNAR_HOLIDAYS, name)

interface ExpectedHoliday {
  readonly name: LunarHoliday
  /** "2026-06-26": the day of the tabular calendar; the sighting of the moon can move it by a day or two. */
  readonly about: string
}

/** The largest distance between an announced day and the tabular one. */
const APART_MS = 4 * DAY_MS

const lunarFormat = new Intl.DateTimeFormat('en-u-ca-islamic-civil', {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
})

/** The day and the month of the tabular Islamic calendar, as "1/10". */
const lunarDayOf = (at: number) => {
  const parts = new Map(lunarFormat.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('month')}/${parts.get('day')}`
}

const NAME_BY_DAY: ReadonlyMap<string, LunarHoliday> = new Map(
  Object.entries(LUNAR_HOLIDAYS).flatMap(([name, { month, day }]) =>
    isLunarHoliday(name) ? [[`${month}/${day}`, name] as const] : [],
  ),
)

/** @param year "1405". The lunar holidays of a Jalali year in the order of their days; a year may have the same one twice. */
export function expectedHolidays(year: string): readonly ExpectedHoliday[] {
  const first = parseJalaliDate(`${year}0101`)
  if (!first) return []
  const expected: ExpectedHoliday[] = []
  for (let at = Date.parse(`${jalaliToGregorian(first)}T12:00:00Z`); ; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    if (!gregorianToJalali(day)?.startsWith(year)) return expected
    const name = NAME_BY_DAY.get(lunarDayOf(at))
    if (name) expected.push({ name, about: day })
  }
}

/** The lunar holidays of a year that no operator has entered yet. */
export const undatedHolidays = (
  year: string,
  holidays: readonly { readonly day: string; readonly name: string | null }[],
): readonly ExpectedHoliday[] =>
  expectedHolidays(year).filter(
    ({ name, about }) =>
      !holidays.some((known) => known.name === name && Math.abs(Date.parse(known.day) - Date.parse(about)) <= APART_MS),
  )

const SOLAR_HOLIDAYS = ['NOWRUZ', 'REPUBLIC', 'NATURE', 'KHOMEINI', 'KHORDAD_15', 'REVOLUTION', 'OIL'] as const

/** The name of a holiday: a known one in the language of the screen, any other as it was written. */
export function useOccasionName(): (name: string) => string {
  const { t } = useTranslation('proposals')
  return (name) => {
    const solar = SOLAR_HOLIDAYS.find((known) => known === name)
    if (solar) return t(`market.solar.${solar}`)
    return isLunarHoliday(name) ? t(`market.lunar.${name}`) : name
  }
}

export function Occasion({ name }: { name: string }) {
  const nameOf = useOccasionName()
  return <chakra.bdi overflowWrap="anywhere">{nameOf(name)}</chakra.bdi>
}
