import type { IHorzScaleBehavior, Time } from 'lightweight-charts'
import type { Language } from '#client/lib/locale.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { HOUR as HOUR_PARTS, showTime, timeFormat } from './chart-look.ts'

/** Iran's clock is this far ahead of UTC since it changes no more in summer. */
const OFFSET_MS = 3.5 * HOUR_MS

/** The weights of the library, by which it chooses the labels of the axis: a heavier one stands, a lighter one gives way. */
const YEAR = 70
const MONTH = 60
const DAY = 50
const HOUR = 30
/** Heaviest first. */
const CLOCK = [
  [12 * HOUR_MS, 33],
  [6 * HOUR_MS, 32],
  [3 * HOUR_MS, 31],
  [HOUR_MS, HOUR],
  [30 * MINUTE_MS, 22],
  [5 * MINUTE_MS, 21],
] as const
const MINUTE = 20

/** Year and month of a day in Iran, by the days since 1970. */
type ReadDay = (day: number) => { readonly year: string; readonly month: string }

/** Reads each day once: a calendar is slow, and a thousand bars may lie in one day. */
function dayReader(language: Language): ReadDay {
  const format = timeFormat(language, { year: 'numeric', month: 'numeric' })
  const known = new Map<number, ReturnType<ReadDay>>()
  return (day) => {
    const read = known.get(day)
    if (read) return read
    const parts = format.formatToParts(day * DAY_MS)
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value ?? ''
    const made = { year: part('year'), month: part('month') }
    known.set(day, made)
    return made
  }
}

/** How much begins at a bar that follows another: a year, a month, a day or an hour of Iran, in the calendar of the language. Times in UTC seconds. */
export function weightOf({ time, before }: { time: number; before: number }, readDay: ReadDay): number {
  const [now, then] = [time * 1_000 + OFFSET_MS, before * 1_000 + OFFSET_MS]
  const [day, dayBefore] = [now, then].map((at) => Math.floor(at / DAY_MS))
  if (day !== dayBefore) {
    const [read, readBefore] = [readDay(day ?? 0), readDay(dayBefore ?? 0)]
    if (read.year !== readBefore.year) return YEAR
    return read.month === readBefore.month ? DAY : MONTH
  }
  return CLOCK.find(([length]) => Math.floor(now / length) !== Math.floor(then / length))?.[1] ?? MINUTE
}

type Behavior = IHorzScaleBehavior<Time>
type Points = Parameters<Behavior['fillWeightsForPoints']>[0]
type Internal = ReturnType<Behavior['convertHorzItemToInternal']>
type Key = ReturnType<Behavior['key']>
type Weight = ReturnType<Behavior['maxTickMarkWeight']>

const timeOf = (point: { readonly originalTime: unknown } | undefined): number | undefined =>
  typeof point?.originalTime === 'number' ? point.originalTime : undefined

/** All times of the chart are UTC seconds, so that the library's internal form of a time is the time itself. */
const nothing = () => undefined
const internalOf = (time: unknown) => time as Internal

interface AxisTimes {
  readonly language: Language
  /** Whether a bar is shorter than a day. */
  readonly intraday: boolean
}

/**
 * The scale of the chart's times. The library's own knows only UTC and the Gregorian calendar: by it Aban would begin on 1 November, and each day at
 * 03:30. It also reads days as texts and formats them, which takes 2 KB of the first chart.
 */
class CalendarScale implements Behavior {
  readonly #readDay: ReadDay
  readonly #formats: Readonly<Record<number, Intl.DateTimeFormat>>
  readonly #lightest: Intl.DateTimeFormat
  #options: ReturnType<Behavior['options']> | undefined

  constructor({ language, intraday }: AxisTimes) {
    this.#readDay = dayReader(language)
    const day = timeFormat(language, { day: 'numeric', month: 'short' })
    const [year, month] = [timeFormat(language, { year: 'numeric' }), timeFormat(language, { month: 'short' })]
    this.#formats = { [YEAR]: year, [MONTH]: month, [DAY]: day }
    this.#lightest = intraday ? timeFormat(language, HOUR_PARTS) : day
  }

  options() {
    if (!this.#options) throw new Error('options first')
    return this.#options
  }

  setOptions(options: ReturnType<Behavior['options']>): void {
    this.#options = options
  }

  preprocessData = nothing
  updateFormatter = nothing
  createConverterToInternalObj = () => internalOf
  convertHorzItemToInternal = internalOf
  key = (item: unknown) => item as Key
  cacheKey = Number

  /** The pointer's time has a formatter in the chart's look. */
  formatHorzItem = () => ''

  formatTickmark({ weight, originalTime }: Parameters<Behavior['formatTickmark']>[0]): string {
    return showTime(originalTime, this.#formats[weight] ?? this.#lightest)
  }

  /** Hours are one kind: it would look strange if 15:00 were bold and 14:00 not. */
  maxTickMarkWeight(marks: Parameters<Behavior['maxTickMarkWeight']>[0]): Weight {
    const heaviest = Math.max(...marks.map(({ weight }) => weight))
    return (heaviest > HOUR && heaviest < DAY ? HOUR : heaviest) as Weight
  }

  fillWeightsForPoints(points: Points, startIndex: number): void {
    for (const [index, point] of points.entries()) {
      const time = timeOf(point)
      if (index < startIndex || time === undefined) continue
      const before = timeOf(points[index - 1]) ?? time - 1
      point.timeWeight = weightOf({ time, before }, this.#readDay) as Weight
    }
  }
}

export const calendarScale = (times: AxisTimes): Behavior => new CalendarScale(times)
