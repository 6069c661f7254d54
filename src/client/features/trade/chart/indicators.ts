import type { AutoscaleInfo, ISeriesApi, MouseEventParams, Time } from 'lightweight-charts'
import { BollingerBands, EMA, MACD, RSI, SMA } from 'trading-signals'
import type { Bar } from './bar-feed.ts'
import { colour, LINES, stamp } from './canvas-style.ts'
import { INDICATOR_TONES, type Indicator } from './chart-choice.ts'
import type { PriceChart } from './price-chart.ts'

/** One drawn line, or the bars of a histogram. */
interface Output {
  readonly tone: string
  readonly look?: 'bars' | 'dashes'
}

interface Drawable {
  readonly outputs: readonly Output[]
  /** In a pane of its own, since its values are no prices. */
  readonly apart: boolean
  /** Its bounds and the heights of the marks in it, if it always lies between two values. */
  readonly bounds?: { readonly values: AutoscaleInfo['priceRange']; readonly marks: readonly number[] }
  /** Starts a calculation, which takes prices one by one and may replace the newest. */
  readonly begin: (periods: readonly number[]) => (price: number, replace: boolean) => readonly number[] | undefined
}

const one = (value: number | null) => (value === null ? undefined : [value])

const DRAWABLES: Record<Indicator, Drawable> = {
  MA: {
    outputs: [{ tone: INDICATOR_TONES.MA }],
    apart: false,
    begin: ([length = 0]) => {
      const average = new SMA(length)
      return (price, replace) => one(average.update(price, replace))
    },
  },
  EMA: {
    outputs: [{ tone: INDICATOR_TONES.EMA }],
    apart: false,
    begin: ([length = 0]) => {
      const average = new EMA(length)
      return (price, replace) => one(average.update(price, replace))
    },
  },
  BB: {
    // An average of the same length lies on the middle one, and is seen between its dashes.
    outputs: [{ tone: INDICATOR_TONES.BB }, { tone: INDICATOR_TONES.BB, look: 'dashes' }, { tone: INDICATOR_TONES.BB }],
    apart: false,
    begin: ([length = 0, deviations]) => {
      const bands = new BollingerBands(length, deviations)
      return (price, replace) => {
        const found = bands.update(price, replace)
        return found ? [found.upper, found.middle, found.lower] : undefined
      }
    },
  },
  RSI: {
    outputs: [{ tone: INDICATOR_TONES.RSI }],
    apart: true,
    bounds: { values: { minValue: 0, maxValue: 100 }, marks: [30, 70] },
    begin: ([length = 0]) => {
      const strength = new RSI(length)
      return (price, replace) => one(strength.update(price, replace))
    },
  },
  MACD: {
    outputs: [
      { tone: `${INDICATOR_TONES.MACD}80`, look: 'bars' },
      { tone: INDICATOR_TONES.MACD },
      { tone: INDICATOR_TONES.signal },
    ],
    apart: true,
    begin: ([short = 0, long = 0, signal = 0]) => {
      const macd = new MACD(new EMA(short), new EMA(long), new EMA(signal))
      return (price, replace) => {
        const found = macd.update(price, replace)
        return found ? [found.histogram, found.macd, found.signal] : undefined
      }
    },
  },
}

/** The values of an indicator for each bar, which go on from bar to bar. */
export class Calculation {
  readonly #begin: () => ReturnType<Drawable['begin']>
  #update: ReturnType<Drawable['begin']>
  #count = 0

  constructor(name: Indicator, periods: readonly number[]) {
    this.#begin = () => DRAWABLES[name].begin(periods)
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

interface DrawnIndicator {
  readonly name: Indicator
  readonly periods: readonly number[]
  /** Receives its values at the bar under the pointer, or at the newest. */
  readonly onRead: (texts: readonly string[]) => void
}

/** Draws an indicator and keeps it up to date. Returns the function that removes it. */
export function drawIndicator(chart: PriceChart, { name, periods, onRead }: DrawnIndicator): () => void {
  const { outputs, apart } = DRAWABLES[name]
  const pane = apart ? chart.chart.panes().length : 0
  const series = outputs.map((output) => addOutput(chart, { name, output, pane }))
  if (apart) chart.chart.panes()[pane]?.setStretchFactor(1.3)
  const calculation = new Calculation(name, periods)
  const { feed } = chart
  const read = readValues(chart, { apart, onRead })
  const fill = () => {
    calculation.restart()
    const found = calculation.next(feed.bars)
    for (const [at, line] of series.entries())
      line.setData(found.map(({ time, values }) => ({ time: stamp(time), value: values[at] ?? 0 })))
    read.fill(found)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawnBars = feed.bars.length
  const goOn = () => {
    timer = undefined
    drawnBars = feed.bars.length
    const found = calculation.next(feed.bars)
    for (const { time, values } of found)
      for (const [at, line] of series.entries()) line.update({ time: stamp(time), value: values[at] ?? 0 })
    read.goOn(found)
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
    read.stop()
    chart.unlessRemoved(() => {
      for (const line of series) chart.chart.removeSeries(line)
    })
  }
}

type Found = ReturnType<Calculation['next']>

/** Tells the values at the bar under the pointer, or those of the newest bar. */
function readValues(
  { chart, formats, unlessRemoved }: PriceChart,
  { apart, onRead }: { apart: boolean; onRead: DrawnIndicator['onRead'] },
) {
  const known = new Map<number, readonly number[]>()
  let newest: readonly number[] = []
  let hovered: Time | undefined
  const report = () => {
    const values = (typeof hovered === 'number' ? known.get(hovered) : undefined) ?? newest
    onRead(values.map(apart ? formats.figure : formats.price))
  }
  const goOn = (found: Found) => {
    for (const { time, values } of found) known.set(time, values)
    newest = found.at(-1)?.values ?? newest
    report()
  }
  const move = ({ time }: MouseEventParams<Time>) => {
    if (time === hovered) return
    hovered = time
    report()
  }
  chart.subscribeCrosshairMove(move)
  return {
    goOn,
    fill(found: Found) {
      known.clear()
      goOn(found)
    },
    stop: () => unlessRemoved(() => chart.unsubscribeCrosshairMove(move)),
  }
}

function addOutput(
  { chart, kinds, formats }: PriceChart,
  { name, output: { tone, look }, pane }: { name: Indicator; output: Output; pane: number },
): ISeriesApi<'Line' | 'Histogram'> {
  const { apart, bounds } = DRAWABLES[name]
  const formatter = apart ? formats.figure : formats.axis
  const options = {
    ...{ color: tone, lastValueVisible: false, priceLineVisible: false },
    // The marks between bounds have labels of their own.
    priceFormat: {
      ...({ type: 'custom', formatter, minMove: 1e-8 } as const),
      ...(bounds && { tickmarksFormatter: (values: readonly number[]) => values.map(() => '') }),
    },
    ...(bounds && { autoscaleInfoProvider: (): AutoscaleInfo => ({ priceRange: bounds.values }) }),
  }
  if (look === 'bars') return chart.addSeries(kinds.histogram, options, pane)
  const lineStyle = look === 'dashes' ? LINES.dashed : LINES.solid
  const line = chart.addSeries(kinds.line, { ...options, lineStyle, lineWidth: 1, crosshairMarkerVisible: false }, pane)
  for (const price of bounds?.marks ?? [])
    line.createPriceLine({
      ...{ price, color: colour('fg-faint'), lineWidth: 1, lineStyle: LINES.dotted, axisLabelVisible: true },
    })
  return line
}
