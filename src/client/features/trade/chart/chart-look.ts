import type { ChartOptions, CrosshairMode, DeepPartial, Time, TrackingModeExitMode } from 'lightweight-charts'
import type { Language } from '#client/lib/locale.ts'
import { nearestTick, toChartNumber } from '#client/ui/chart-number.ts'
import { decimalsOf } from './bar-feed.ts'
import { colour, FONT_PX, fontFamily, upright } from './canvas-style.ts'

const LOCALE = { fa: 'fa-IR', en: 'en-US' } as const satisfies Record<Language, string>
const DATES = { fa: 'fa-IR-u-ca-persian', en: 'en-GB' } as const satisfies Record<Language, string>
const ZONE = 'Asia/Tehran'

/** Members of the library's enums, whose objects would be loaded for one number each. */
const ON_TOUCH_END = 0 satisfies TrackingModeExitMode
const FREE = 0 satisfies CrosshairMode

/** Loads the font of the axes: the library measures its texts once, and would keep the widths of another font. */
export async function loadFont(): Promise<void> {
  await document.fonts?.load(`${FONT_PX}px ${fontFamily()}`, '۰').catch(() => undefined)
}

export interface ChartFormats {
  readonly price: (value: number) => string
  readonly volume: (value: number) => string
  readonly percent: (value: number) => string
  /** A figure that is neither, as of an oscillator. */
  readonly figure: (value: number) => string
  /** A price on the axis, in its unit. */
  readonly axis: (value: number) => string
  /** The numbers of the axis, with as many decimals as tell them apart. */
  readonly ticks: (values: readonly number[]) => string[]
}

export const AXIS_UNITS = { billion: 1e9, million: 1e6, one: 1 } as const
export type AxisUnit = keyof typeof AXIS_UNITS

/** Finer than a pixel of any chart; the last price stands exact above it. */
const SHORT_DECIMALS_MAX = 4

/** The unit in which prices like this one are short. */
export const shortUnitOf = (price: number): AxisUnit =>
  price >= AXIS_UNITS.billion ? 'billion' : price >= AXIS_UNITS.million ? 'million' : 'one'

interface FormattedPrices {
  readonly language: Language
  readonly closes: readonly number[]
  readonly unit: AxisUnit
  /** The market's; a price under the pointer is shown as the nearest one that an order can have. */
  readonly tick: string | undefined
}

export function chartFormats({ language, closes, unit, tick }: FormattedPrices): ChartFormats {
  const fixed = (decimals: number) =>
    new Intl.NumberFormat(LOCALE[language], { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const size = AXIS_UNITS[unit]
  const inUnit = (values: readonly number[]) => values.map((value) => value / size)
  const prices = fixed(decimalsOf(closes))
  const axis = fixed(unit === 'one' ? decimalsOf(closes) : Math.min(SHORT_DECIMALS_MAX, decimalsOf(inUnit(closes))))
  const volumes = new Intl.NumberFormat(LOCALE[language], { notation: 'compact', maximumSignificantDigits: 3 })
  const figures = new Intl.NumberFormat(LOCALE[language], { maximumSignificantDigits: 4, notation: 'compact' })
  const percents = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: 2, minimumFractionDigits: 2 })
  const sign = language === 'fa' ? '٪' : '%'
  return {
    price: (value) => prices.format(value),
    axis: (value) => axis.format((tick === undefined ? value : toChartNumber(nearestTick(value, tick))) / size),
    ticks(values) {
      if (unit === 'one') return values.map((value) => prices.format(value))
      const ticks = fixed(decimalsOf(inUnit(values)))
      return inUnit(values).map((value) => ticks.format(value))
    },
    volume: (value) => upright(volumes.format(value)),
    figure: (value) => upright(figures.format(value)),
    percent: (value) => `${percents.format(value)}${sign}`,
  }
}

/** The chart in the theme's colours, with the digits, calendar and clock of the language. */
export function chartLook({
  language,
  intraday,
  percent,
}: {
  language: Language
  intraday: boolean
  percent: ChartFormats['percent']
}): DeepPartial<ChartOptions> {
  const moments = timeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', ...(intraday && HOUR) })
  const line = colour('line')
  return {
    autoSize: true,
    // A thumb that moves up or down over the chart scrolls the page, also after a long press; sideways it scrolls through time.
    handleScroll: { vertTouchDrag: false },
    trackingMode: { exitMode: ON_TOUCH_END },
    layout: {
      background: { color: 'transparent' },
      textColor: colour('fg-muted'),
      fontFamily: fontFamily(),
      fontSize: FONT_PX,
      // The link below the chart says it in the language of the screen.
      attributionLogo: false,
      panes: { separatorColor: line, enableResize: false },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: {
      mode: FREE,
      vertLine: { labelBackgroundColor: colour('fg-faint') },
      horzLine: { labelBackgroundColor: colour('fg-faint') },
    },
    // A number at the edge is left out rather than cut.
    rightPriceScale: { borderColor: line, entireTextOnly: true },
    timeScale: {
      borderColor: line,
      timeVisible: intraday,
      rightOffset: 4,
    },
    localization: {
      timeFormatter: (time: Time) => showTime(time, moments),
      percentageFormatter: percent,
    },
  }
}

export const HOUR = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** These parts of a time, in the calendar of the language and Iran's clock. */
export const timeFormat = (language: Language, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(DATES[language], { timeZone: ZONE, ...parts })

export const showTime = (time: unknown, format: Intl.DateTimeFormat): string =>
  typeof time === 'number' ? upright(format.format(new Date(time * 1_000))) : ''
