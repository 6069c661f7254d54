import {
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  TickMarkType,
  type Time,
} from 'lightweight-charts'
import type { Language } from '#client/lib/locale.ts'

const LOCALE = { fa: 'fa-IR', en: 'en-US' } as const satisfies Record<Language, string>
const DATES = { fa: 'fa-IR-u-ca-persian', en: 'en-GB' } as const satisfies Record<Language, string>
const ZONE = 'Asia/Tehran'

const PARTS_OF_TICK = {
  [TickMarkType.Year]: { year: 'numeric' },
  [TickMarkType.Month]: { month: 'short' },
  [TickMarkType.DayOfMonth]: { day: 'numeric', month: 'short' },
  [TickMarkType.Time]: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  [TickMarkType.TimeWithSeconds]: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<TickMarkType, Intl.DateTimeFormatOptions>

export interface CandleColours {
  readonly rise: string
  readonly fall: string
  readonly riseVolume: string
  readonly fallVolume: string
}

/** The current value of a theme colour: a canvas cannot read CSS variables. */
const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--k-colors-${name}`).trim()

export const candleColours = (): CandleColours => ({
  rise: colour('buy'),
  fall: colour('sell'),
  riseVolume: colour('buy-subtle'),
  fallVolume: colour('sell-subtle'),
})

/** The chart in the theme's colours, with the digits, calendar and clock of the language. */
export function chartLook({
  language,
  intraday,
  priceDecimals,
}: {
  language: Language
  intraday: boolean
  priceDecimals: number
}): DeepPartial<ChartOptions> {
  const prices = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: priceDecimals })
  const moments = new Intl.DateTimeFormat(DATES[language], {
    timeZone: ZONE,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(intraday ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : {}),
  })
  const line = colour('line')
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colour('fg-muted'),
      fontFamily: getComputedStyle(document.documentElement).fontFamily,
      fontSize: 11,
      panes: { separatorColor: line },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { labelBackgroundColor: colour('fg-faint') },
      horzLine: { labelBackgroundColor: colour('fg-faint') },
    },
    rightPriceScale: { borderColor: line, scaleMargins: { top: 0.08, bottom: 0.24 } },
    timeScale: {
      borderColor: line,
      timeVisible: intraday,
      rightOffset: 4,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => upright(showTime(time, tickFormat(language, kind))),
    },
    localization: {
      priceFormatter: (price: number) => prices.format(price),
      timeFormatter: (time: Time) => upright(showTime(time, moments)),
    },
  }
}

const tickFormats = new Map<string, Intl.DateTimeFormat>()

function tickFormat(language: Language, kind: TickMarkType): Intl.DateTimeFormat {
  const key = `${language} ${kind}`
  const format =
    tickFormats.get(key) ?? new Intl.DateTimeFormat(DATES[language], { timeZone: ZONE, ...PARTS_OF_TICK[kind] })
  tickFormats.set(key, format)
  return format
}

/** Isolates a date, since a canvas that runs left to right would put a Persian month before its day. */
const upright = (text: string) => `\u2068${text}\u2069`

function showTime(time: Time, format: Intl.DateTimeFormat): string {
  return typeof time === 'number' ? format.format(new Date(time * 1_000)) : ''
}
