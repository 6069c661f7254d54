import { chakra } from '@chakra-ui/react'
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#client/lib/locale.ts'
import { type CandleColours, candleColours, chartLook } from './candle-look.ts'
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
