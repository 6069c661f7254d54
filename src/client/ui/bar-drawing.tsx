import { scaleBand, scaleLinear } from '@visx/scale'
import { toChartNumber } from './chart-number.ts'
import { BAR_CHART_HEIGHT, type DayBar } from './day-bar.ts'

const WIDTH = 280
/** An empty day still gets a visible bar. */
const EMPTY_HEIGHT = 1

export default function BarDrawing({ bars, label }: { bars: readonly DayBar[]; label: string }) {
  const heights = bars.map(({ value }) => toChartNumber(value))
  const across = scaleBand({ domain: bars.map(({ day }) => day), range: [0, WIDTH], padding: 0.25 })
  const up = scaleLinear({
    domain: [0, Math.max(...heights, Number.MIN_VALUE)],
    range: [EMPTY_HEIGHT, BAR_CHART_HEIGHT],
  })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${BAR_CHART_HEIGHT}`}
      width="100%"
      height={BAR_CHART_HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      direction="ltr"
    >
      {bars.map(({ day }, index) => {
        const height = up(heights[index] ?? 0)
        return (
          <rect
            key={day}
            x={across(day)}
            y={BAR_CHART_HEIGHT - height}
            width={across.bandwidth()}
            height={height}
            fill={index === bars.length - 1 ? 'var(--k-colors-gold-solid)' : 'var(--k-colors-line-strong)'}
          />
        )
      })}
    </svg>
  )
}
