import {
  CandlestickSeries,
  createChartEx,
  HistogramSeries,
  type IChartApiBase,
  type IHorzScaleBehavior,
  type ISeriesApi,
  LineSeries,
  type PriceFormatCustom,
  type PriceScaleMode,
  type SeriesDefinition,
  type Time,
} from 'lightweight-charts'
import type { Language } from '#client/lib/locale.ts'
import { type Bar, type BarFeed, type Change, decimalsOf } from './bar-feed.ts'
import { calendarScale } from './calendar-scale.ts'
import { axisWidth, colour, stamp } from './canvas-style.ts'
import type { ChartChoice } from './chart-choice.ts'
import { type AxisUnit, type ChartFormats, chartFormats, chartLook } from './chart-look.ts'

/** Bars in sight when the chart opens. */
const VIEW_BARS = 90
/** With fewer bars than this before the first one in sight, older ones are read. */
const AHEAD_BARS = 40

export interface PriceChartSettings {
  readonly place: HTMLElement
  readonly feed: BarFeed
  readonly language: Language
  /** Whether a bar is shorter than a day: the axis then shows hours. */
  readonly intraday: boolean
  readonly kind: ChartChoice['kind']
  /** The unit of the numbers on the axis. */
  readonly unit: AxisUnit
  /** The market's tick, as decimal text. */
  readonly tick: string | undefined
  /** Receives the bar under the pointer, or the newest. */
  readonly onShow: (bar: Bar | undefined) => void
}

/** A drawn chart of prices and volumes, which follows its feed bar by bar. */
export interface PriceChart {
  readonly chart: IChartApiBase<Time>
  readonly prices: ISeriesApi<'Candlestick' | 'Line'>
  /** The library's further kinds of series. The parts that load later take them from here, so that the library is one file with its first user. */
  readonly kinds: { readonly line: SeriesDefinition<'Line'>; readonly histogram: SeriesDefinition<'Histogram'> }
  readonly feed: BarFeed
  readonly formats: ChartFormats
  readonly language: Language
  readonly place: HTMLElement
  /** In percent, a second series begins where the first one does. */
  setScale(scale: 'normal' | 'log' | 'percent'): void
  /** Receives the prices of further labels on the axis. */
  setLabels(prices: readonly number[]): void
  /** Runs a clean-up, unless it went with the chart already. */
  unlessRemoved(cleanUp: () => void): void
  remove(): void
}

export function drawPrices(settings: PriceChartSettings): PriceChart {
  const { place, feed, language, intraday, kind, onShow } = settings
  const closes = feed.bars.map(({ close }) => close)
  const formats = chartFormats({ ...settings, closes })
  const priceFormat: PriceFormatCustom = {
    type: 'custom',
    formatter: formats.axis,
    minMove: 1 / 10 ** decimalsOf(closes),
  }
  const look = chartLook({ language, intraday, ...formats })
  const chart = createChartEx<Time, IHorzScaleBehavior<Time>>(place, calendarScale({ language, intraday }), look)
  const prices = addPrices(chart, { kind, priceFormat })
  const labels = new AxisLabels(prices, { formats, priceFormat })
  const volumes = addVolumes(chart, formats)
  const [main, below] = chart.panes()
  main?.setStretchFactor(5)
  below?.setStretchFactor(1)
  prices.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.06 } })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.15, bottom: 0 } })

  const colours = { rise: colour('buy-subtle'), fall: colour('sell-subtle') }
  const rowOf = (bar: Bar) => (kind === 'line' ? { time: stamp(bar.time), value: bar.close } : candleOf(bar))
  const volumeOf = ({ time, open, close, volume }: Bar) => ({
    ...{ time: stamp(time), value: volume },
    color: close >= open ? colours.rise : colours.fall,
  })
  let hovered: Bar | undefined
  const draw = (change: Change) => {
    const { bars } = feed
    if (change === 'all') {
      prices.setData(bars.map(rowOf))
      volumes.setData(bars.map(volumeOf))
      chart.applyOptions({ rightPriceScale: { minimumWidth: axisWidth(longest(bars, formats)) } })
    } else
      for (const bar of bars.slice(change)) {
        prices.update(rowOf(bar))
        volumes.update(volumeOf(bar))
      }
    labels.setLast(bars.at(-1)?.close)
    if (!hovered) onShow(bars.at(-1))
  }
  draw('all')
  const count = feed.bars.length
  chart.timeScale().setVisibleLogicalRange({ from: count - VIEW_BARS, to: count + 3 })
  chart.subscribeCrosshairMove(({ time }) => {
    hovered = time === undefined ? undefined : feed.bars.find((bar) => bar.time === time)
    onShow(hovered ?? feed.bars.at(-1))
  })
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range && range.from < AHEAD_BARS) void feed.readOlder()
  })
  const stop = feed.subscribe(draw)
  let isRemoved = false
  return {
    ...{ chart, prices, kinds: LATER_KINDS, feed, formats, language, place },
    setScale(scale) {
      // A width that changes twice in one go removes a chart before the page has taken it over.
      if (!isRemoved) prices.priceScale().applyOptions({ mode: MODES[scale] })
    },
    setLabels: (further) => labels.setFurther(further),
    unlessRemoved(cleanUp) {
      if (!isRemoved) cleanUp()
    },
    remove() {
      isRemoved = true
      stop()
      chart.remove()
    },
  }
}

const LATER_KINDS = { line: LineSeries, histogram: HistogramSeries }

const addVolumes = (chart: PriceChart['chart'], { volume }: ChartFormats) =>
  chart.addSeries(
    HistogramSeries,
    {
      priceFormat: { type: 'custom', formatter: volume, minMove: 1e-8 },
      ...{ lastValueVisible: false, priceLineVisible: false },
    },
    1,
  )

const MODES = {
  normal: 0,
  log: 1,
  percent: 2,
} as const satisfies Record<string, PriceScaleMode>

/** Half the height of a label and of the numbers of the axis. */
const COVERED_PX = 16
/** The last price may move by so much before the numbers around it are chosen anew. */
const MOVED_PX = 3

/** Leaves out the numbers of the axis that a label would cover in part. */
class AxisLabels {
  readonly #prices: ISeriesApi<'Candlestick' | 'Line'>
  #last: number | undefined
  #lastY: number | null = null
  #further: readonly number[] = []

  constructor(
    prices: ISeriesApi<'Candlestick' | 'Line'>,
    { formats, priceFormat }: { formats: ChartFormats; priceFormat: PriceFormatCustom },
  ) {
    this.#prices = prices
    const tickmarksFormatter = (values: readonly number[]) => {
      const texts = formats.ticks(values)
      return values.map((value, at) => (this.#isCovered(value) ? '' : (texts[at] ?? '')))
    }
    prices.applyOptions({ priceFormat: { ...priceFormat, tickmarksFormatter } })
  }

  setLast(price: number | undefined): void {
    this.#last = price
    const y = price === undefined ? null : this.#prices.priceToCoordinate(price)
    if (Math.abs((y ?? 0) - (this.#lastY ?? 0)) < MOVED_PX) return
    this.#lastY = y
    this.#choose()
  }

  setFurther(prices: readonly number[]): void {
    this.#further = prices
    this.#choose()
  }

  /** The library keeps the texts of its axis until an option is set. */
  #choose = () => this.#prices.priceScale().applyOptions({})

  #isCovered(price: number): boolean {
    const y = this.#prices.priceToCoordinate(price)
    return [this.#last, ...this.#further].some((label) => {
      const other = label === undefined ? null : this.#prices.priceToCoordinate(label)
      return y !== null && other !== null && Math.abs(y - other) < COVERED_PX
    })
  }
}

function addPrices(
  chart: IChartApiBase<Time>,
  { kind, priceFormat }: { kind: ChartChoice['kind']; priceFormat: PriceFormatCustom },
): ISeriesApi<'Candlestick' | 'Line'> {
  if (kind === 'line') return chart.addSeries(LineSeries, { priceFormat, color: colour('gold'), lineWidth: 2 })
  const [rise, fall] = [colour('buy'), colour('sell')]
  return chart.addSeries(CandlestickSeries, {
    ...{ priceFormat, borderVisible: false, upColor: rise, downColor: fall, wickUpColor: rise, wickDownColor: fall },
  })
}

/** The texts of the highest price and of the largest volume, by which the axis has its width. */
function longest(bars: readonly Bar[], formats: ChartFormats): string[] {
  const high = bars.reduce((best, bar) => Math.max(best, bar.high), 0)
  const volume = bars.reduce((best, bar) => Math.max(best, bar.volume), 0)
  return [formats.axis(high), formats.volume(volume)]
}

const candleOf = (bar: Bar) => ({ ...bar, time: stamp(bar.time) })
