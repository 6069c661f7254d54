import { useEffect } from 'react'
import type { Resolution } from '#domain/bar-grid.ts'
import { stamp } from './canvas-style.ts'
import { type ChartChoice, INDICATOR_TONES, type Indicator, PERIODS } from './chart-choice.ts'
import { drawIndicator } from './indicators.ts'
import type { PriceChart } from './price-chart.ts'
import { useBarFeed } from './use-bar-feed.ts'

type ChartExtrasProps = {
  chart: PriceChart
  choice: ChartChoice
  resolution: Resolution
  onRead: (name: Indicator, texts: readonly string[]) => void
}

/** The chosen indicators and the market to compare with, drawn into a chart. */
export default function ChartExtras({ chart, choice, resolution, onRead }: ChartExtrasProps) {
  const { indicators, periods, compare } = choice
  useEffect(() => {
    const stops = indicators.map((name) =>
      drawIndicator(chart, {
        ...{ name, periods: periods?.[name] ?? PERIODS[name] },
        onRead: (texts) => onRead(name, texts),
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [chart, indicators, periods, onRead])
  return compare === undefined ? null : <Compared chart={chart} market={compare} resolution={resolution} />
}

function Compared({ chart, market, resolution }: { chart: PriceChart; market: string; resolution: Resolution }) {
  const { feed } = useBarFeed({ market, resolution })
  useEffect(() => {
    if (!feed) return
    const line = chart.chart.addSeries(chart.kinds.line, {
      ...{ color: INDICATOR_TONES.compare, lineWidth: 2, priceLineVisible: false },
      priceFormat: { type: 'custom', formatter: chart.formats.price, minMove: 1e-8 },
    })
    const rows = () => feed.bars.map(({ time, close }) => ({ time: stamp(time), value: close }))
    line.setData(rows())
    const stop = feed.subscribe((change) => {
      if (change === 'all') line.setData(rows())
      else for (const row of rows().slice(change)) line.update(row)
    })
    return () => {
      stop()
      chart.unlessRemoved(() => chart.chart.removeSeries(line))
    }
  }, [chart, feed])
  return null
}
