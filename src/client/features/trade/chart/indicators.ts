import { HistogramSeries, type ISeriesApi, LineSeries } from 'lightweight-charts'
import { BollingerBands, EMA, MACD, RSI, SMA } from 'trading-signals'
import type { Bar } from './bar-feed.ts'
import { INDICATOR_TONES, type Indicator } from './chart-choice.ts'
import { type PriceChart, stamp } from './price-chart.ts'

/** One drawn line, or the bars of a histogram. */
interface Output {
  readonly tone: string
  readonly bars?: true
}

interface Drawable {
  readonly outputs: readonly Output[]
  /** In a pane of its own, since its values are no prices. */
  readonly apart: boolean
  /** Starts a calculation, which takes prices one by one and may replace the newest. */
  readonly begin: () => (price: number, replace: boolean) => readonly number[] | undefined
}

const one = (value: number | null) => (value === null ? undefined : [value])

const DRAWABLES: Record<Indicator, Drawable> = {
  MA: {
    outputs: [{ tone: INDICATOR_TONES.MA }],
    apart: false,
    begin: () => {
      const average = new SMA(20)
      return (price, replace) => one(average.update(price, replace))
    },
  },
  EMA: {
    outputs: [{ tone: INDICATOR_TONES.EMA }],
    apart: false,
    begin: () => {
      const average = new EMA(20)
      return (price, replace) => one(average.update(price, replace))
    },
  },
  BB: {
    outputs: [{ tone: INDICATOR_TONES.BB }, { tone: INDICATOR_TONES.BB }, { tone: INDICATOR_TONES.BB }],
    apart: false,
    begin: () => {
      const bands = new BollingerBands(20, 2)
      return (price, replace) => {
        const found = bands.update(price, replace)
        return found ? [found.upper, found.middle, found.lower] : undefined
      }
    },
  },
  RSI: {
    outputs: [{ tone: INDICATOR_TONES.RSI }],
    apart: true,
    begin: () => {
      const strength = new RSI(14)
      return (price, replace) => one(strength.update(price, replace))
    },
  },
  MACD: {
    outputs: [
      { tone: `${INDICATOR_TONES.MACD}80`, bars: true },
      { tone: INDICATOR_TONES.MACD },
      { tone: INDICATOR_TONES.signal },
    ],
    apart: true,
    begin: () => {
      const macd = new MACD(new EMA(12), new EMA(26), new EMA(9))
      return (price, replace) => {
        const found = macd.update(price, replace)
        return found ? [found.histogram, found.macd, found.signal] : undefined
      }
    },
  },
}

/** The values of an indicator for each bar, which go on from bar to bar. */
export class Calculation {
  readonly #begin: Drawable['begin']
  #update: ReturnType<Drawable['begin']>
  #count = 0

  constructor(name: Indicator) {
    this.#begin = DRAWABLES[name].begin
    this.#update = this.#begin()
  }

  /** From the newest known bar on, which is calculated anew; from the first one after `restart`. */
  next(bars: readonly Bar[]): readonly { readonly time: number; readonly values: readonly number[] }[] {
    const from = Math.max(0, this.#count - 1)
    const found = bars.slice(from).map((bar, at) => {
      const values = this.#update(bar.close, this.#count > 0 && at === 0)
      return values && { time: bar.time, values }
    })
    this.#count = bars.length
    return found.filter((each) => each !== undefined)
  }

  restart(): void {
    this.#update = this.#begin()
    this.#count = 0
  }
}

/** Values of the newest bar are calculated once in this time at most. */
const PAUSE_MS = 1_000

/** Draws an indicator and keeps it up to date. Returns the function that removes it. */
export function drawIndicator(chart: PriceChart, name: Indicator): () => void {
  const { outputs, apart } = DRAWABLES[name]
  const pane = apart ? chart.chart.panes().length : 0
  const series = outputs.map((output) => addOutput(chart, { output, pane, apart }))
  if (apart) chart.chart.panes()[pane]?.setStretchFactor(1.3)
  const calculation = new Calculation(name)
  const { feed } = chart
  const fill = () => {
    calculation.restart()
    const found = calculation.next(feed.bars)
    for (const [at, line] of series.entries())
      line.setData(found.map(({ time, values }) => ({ time: stamp(time), value: values[at] ?? 0 })))
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawnBars = feed.bars.length
  const goOn = () => {
    timer = undefined
    drawnBars = feed.bars.length
    for (const { time, values } of calculation.next(feed.bars))
      for (const [at, line] of series.entries()) line.update({ time: stamp(time), value: values[at] ?? 0 })
  }
  fill()
  const stop = feed.subscribe((change) => {
    if (change === 'all') return fill()
    // A new bar is drawn with its indicators; within a bar they may lag behind.
    if (feed.bars.length > drawnBars) {
      clearTimeout(timer)
      goOn()
    } else timer ??= setTimeout(goOn, PAUSE_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
    chart.unlessRemoved(() => {
      for (const line of series) chart.chart.removeSeries(line)
    })
  }
}

function addOutput(
  { chart, formats }: PriceChart,
  { output: { tone, bars }, pane, apart }: { output: Output; pane: number; apart: boolean },
): ISeriesApi<'Line' | 'Histogram'> {
  const formatter = apart ? formats.figure : formats.price
  const options = {
    ...{ color: tone, lastValueVisible: false, priceLineVisible: false },
    priceFormat: { type: 'custom', formatter, minMove: 1e-8 } as const,
  }
  return bars
    ? chart.addSeries(HistogramSeries, options, pane)
    : chart.addSeries(LineSeries, { ...options, lineWidth: 1, crosshairMarkerVisible: false }, pane)
}
