import { defaultHorzScaleBehavior, type IHorzScaleBehavior, type Time } from 'lightweight-charts'
import type { Language } from '#client/lib/locale.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'

const CALENDARS = { fa: 'en-u-ca-persian', en: 'en-u-ca-gregory' } as const satisfies Record<Language, string>
/** Iran's clock is this far ahead of UTC since it changes no more in summer. */
const OFFSET_MS = 3.5 * HOUR_MS
const DAY_S = 86_400

/** The weights of the library, by which it chooses the labels of the axis: a heavier one stands, a lighter one gives way. */
const YEAR = 70
const MONTH = 60
const DAY = 50
/** Heaviest first. */
const CLOCK = [
  [12 * HOUR_MS, 33],
  [6 * HOUR_MS, 32],
  [3 * HOUR_MS, 31],
  [HOUR_MS, 30],
  [30 * MINUTE_MS, 22],
  [5 * MINUTE_MS, 21],
] as const
const MINUTE = 20

/** Year and month of a day in Iran, by the days since 1970. */
type ReadDay = (day: number) => { readonly year: string; readonly month: string }

/** Reads each day once: a calendar is slow, and a thousand bars may lie in one day. */
function dayReader(language: Language): ReadDay {
  const format = new Intl.DateTimeFormat(CALENDARS[language], { timeZone: 'UTC', year: 'numeric', month: 'numeric' })
  const known = new Map<number, ReturnType<ReadDay>>()
  return (day) => {
    const read = known.get(day)
    if (read) return read
    const parts = format.formatToParts(day * DAY_S * 1_000)
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value ?? ''
    const made = { year: part('year'), month: part('month') }
    known.set(day, made)
    return made
  }
}

/** How much begins at a bar that follows another: a year, a month, a day or an hour of Iran, in the calendar of the language. Times in UTC seconds. */
export function weightOf({ time, before }: { time: number; before: number }, readDay: ReadDay): number {
  const [now, then] = [time * 1_000 + OFFSET_MS, before * 1_000 + OFFSET_MS]
  const [day, dayBefore] = [now, then].map((at) => Math.floor(at / (DAY_S * 1_000)))
  if (day !== dayBefore) {
    const [read, readBefore] = [readDay(day ?? 0), readDay(dayBefore ?? 0)]
    if (read.year !== readBefore.year) return YEAR
    return read.month === readBefore.month ? DAY : MONTH
  }
  return CLOCK.find(([length]) => Math.floor(now / length) !== Math.floor(then / length))?.[1] ?? MINUTE
}

type Points = Parameters<IHorzScaleBehavior<Time>['fillWeightsForPoints']>[0]

const timeOf = (point: Points[number] | undefined): number | undefined => {
  const time = point?.originalTime
  return typeof time === 'number' ? time : undefined
}

/** The library's scale of time knows only UTC and the Gregorian calendar: by it Aban would begin on 1 November, and each day at 03:30. */
export function calendarScale(language: Language): IHorzScaleBehavior<Time> {
  const readDay = dayReader(language)
  class CalendarScale extends defaultHorzScaleBehavior() {
    override fillWeightsForPoints(points: Points, startIndex: number): void {
      super.fillWeightsForPoints(points, startIndex)
      for (const [index, point] of points.entries()) {
        const time = timeOf(point)
        if (index < startIndex || time === undefined) continue
        const before = timeOf(points[index - 1]) ?? time - 1
        type Weight = typeof point.timeWeight
        point.timeWeight = weightOf({ time, before }, readDay) as Weight
      }
    }
  }
  return new CalendarScale()
}
