import { scaleBand, scaleLinear } from '@visx/scale'
import { toChartNumber } from './chart-number.ts'

const WIDTH = 280
/** An empty day still gets a visible bar. */
const EMPTY_HEIGHT = 1

export interface DayBar {
  /** "2026-11-22". */
  readonly day: string
  /** Decimal text. */
  readonly value: string
}

type BarDrawingProps = { bars: readonly DayBar[]; label: string; height: number }

export default function BarDrawing({ bars, label, height: highest }: BarDrawingProps) {
  const heights = bars.map(({ value }) => toChartNumber(value))
  const across = scaleBand({ domain: bars.map(({ day }) => day), range: [0, WIDTH], padding: 0.25 })
  const up = scaleLinear({
    domain: [0, Math.max(...heights, Number.MIN_VALUE)],
    range: [EMPTY_HEIGHT, highest],
  })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${highest}`}
      width="100%"
      height={highest}
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
            y={highest - height}
            width={across.bandwidth()}
            height={height}
            fill={index === bars.length - 1 ? 'var(--k-colors-gold-solid)' : 'var(--k-colors-line-strong)'}
          />
        )
      })}
    </svg>
  )
}
