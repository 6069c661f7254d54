import { chakra } from '@chakra-ui/react'
import {
  CandlestickSeries,
  type ChartOptions,
  ColorType,
  CrosshairMode,
  createChart,
  type DeepPartial,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { toChartNumber } from './chart-number.ts'

/** A thumb that moves up or down over the chart scrolls the page; sideways it scrolls through time. */
const TOUCH = { handleScroll: { vertTouchDrag: false } }

/** The number of visible candles when a series is first shown. */
const VIEW_CANDLES = 90

export interface Candle {
  /** The opening time in UTC seconds. */
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

export interface CandleChartProps {
  readonly candles: readonly Candle[]
  /** Changes with the market or the resolution: the view then starts again at the newest candle. */
  readonly series: string
  /** Whether a candle is shorter than a day: the axis then shows hours. */
  readonly intraday: boolean
  readonly priceDecimals: number
  /** The text alternative for screen readers. */
  readonly label: string
  /** The candle under the pointer; `undefined` when the pointer leaves. */
  readonly onHover: (candle: Candle | undefined) => void
}

interface Drawn {
  readonly chart: IChartApi
  readonly prices: ISeriesApi<'Candlestick'>
  readonly volumes: ISeriesApi<'Histogram'>
}

export default function CandleDrawing(props: CandleChartProps) {
  const { candles, series, intraday, priceDecimals, label, onHover } = props
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn>(undefined)
  const shownSeries = useRef<string>(undefined)
  const shown = useRef<{ readonly series: string; readonly candles: readonly Candle[] }>(undefined)
  const latest = useRef({ candles, onHover })
  useEffect(() => {
    latest.current = { candles, onHover }
  })

  useEffect(() => {
    if (!place.current) return
    const made = draw(place.current)
    drawn.current = made
    const hover = ({ time }: MouseEventParams) =>
      latest.current.onHover(latest.current.candles.find((candle) => candle.time === time))
    made.chart.subscribeCrosshairMove(hover)
    return () => {
      made.chart.remove()
      drawn.current = undefined
      shown.current = undefined
      shownSeries.current = undefined
    }
  }, [])

  useEffect(() => {
    const made = drawn.current
    if (!made) return
    const colours = candleColours()
    // With another look, all candles are drawn again.
    shown.current = undefined
    made.chart.applyOptions(chartLook({ language, intraday, priceDecimals }))
    made.prices.applyOptions({
      upColor: colours.rise,
      downColor: colours.fall,
      borderVisible: false,
      wickUpColor: colours.rise,
      wickDownColor: colours.fall,
      priceFormat: { type: 'price', precision: priceDecimals, minMove: 1 / 10 ** priceDecimals },
    })
  }, [intraday, priceDecimals, language])

  useEffect(() => {
    const made = drawn.current
    if (!made) return
    const before = shown.current
    shown.current = { series, candles }
    const last = candles.at(-1)
    if (last && before?.series === series && isSameButLast(before.candles, candles)) return drawLast(made, last)
    fill(made, { candles, colours: candleColours() })
    if (shownSeries.current === series) return
    shownSeries.current = series
    made.chart.timeScale().setVisibleLogicalRange({ from: candles.length - VIEW_CANDLES, to: candles.length + 3 })
  }, [candles, series])

  return <chakra.div ref={place} dir="ltr" role="group" aria-label={label} width="full" height="full" />
}

function draw(place: HTMLDivElement): Drawn {
  const chart = createChart(place, { autoSize: true, ...TOUCH })
  const prices = chart.addSeries(CandlestickSeries)
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  return { chart, prices, volumes }
}

/** Whether only the last candle changed: then that one is redrawn, not all thousand. */
function isSameButLast(before: readonly Candle[], candles: readonly Candle[]): boolean {
  const last = candles.length - 1
  return (
    before.length === candles.length &&
    before[last]?.time === candles[last]?.time &&
    candles.every((candle, index) => index === last || candle === before[index])
  )
}

function drawLast({ prices, volumes }: Drawn, candle: Candle): void {
  const colours = candleColours()
  for (const row of rowsOf([candle])) {
    prices.update(row)
    volumes.update(barOf(row, colours))
  }
}

function fill(made: Drawn, { candles, colours }: { candles: readonly Candle[]; colours: CandleColours }) {
  const rows = rowsOf(candles)
  made.prices.setData(rows)
  made.volumes.setData(rows.map((row) => barOf(row, colours)))
}

type Row = ReturnType<typeof rowsOf>[number]

const barOf = ({ time, open, close, volume }: Row, colours: CandleColours) => ({
  time,
  value: volume,
  color: close >= open ? colours.riseVolume : colours.fallVolume,
})

const rowsOf = (candles: readonly Candle[]) =>
  candles.flatMap(({ time, open, high, low, close, volume }) =>
    isTimestamp(time)
      ? [
          {
            time,
            open: toChartNumber(open),
            high: toChartNumber(high),
            low: toChartNumber(low),
            close: toChartNumber(close),
            volume: toChartNumber(volume),
          },
        ]
      : [],
  )

/** UTC seconds, in the library's type. */
const isTimestamp = (seconds: number): seconds is UTCTimestamp => Number.isSafeInteger(seconds)

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

interface CandleColours {
  readonly rise: string
  readonly fall: string
  readonly riseVolume: string
  readonly fallVolume: string
}

/** The current value of a theme colour: a canvas cannot read CSS variables. */
const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--k-colors-${name}`).trim()

const candleColours = (): CandleColours => ({
  rise: colour('buy'),
  fall: colour('sell'),
  riseVolume: colour('buy-subtle'),
  fallVolume: colour('sell-subtle'),
})

/** The chart in the theme's colours, with the digits, calendar and clock of the language. */
function chartLook({
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
