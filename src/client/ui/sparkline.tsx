import { FINEST_DECIMALS, parseDecimal } from '#domain/decimal.ts'

const WIDTH = 96
const HEIGHT = 28
const EDGE = 2
/** The resolution of a height. */
const STEPS = 1_000n

/** The prices of a week as a line, green if it ended higher than it began. It is decoration: the figures are shown next to it. */
export function Sparkline({ points }: { points: readonly string[] }) {
  const values = points
    .map((point) => parseDecimal(point, FINEST_DECIMALS))
    .filter((value): value is bigint => value !== undefined)
  const first = values[0]
  const last = values.at(-1)
  if (first === undefined || last === undefined || values.length < 2) return null
  const colour =
    last > first ? 'var(--k-colors-buy)' : last < first ? 'var(--k-colors-sell)' : 'var(--k-colors-fg-muted)'
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <path
        d={pathThrough(values)}
        fill="none"
        stroke={colour}
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

function pathThrough(values: readonly bigint[]): string {
  const ascending = values.toSorted((one, other) => (one < other ? -1 : 1))
  const low = ascending[0] ?? 0n
  const span = (ascending.at(-1) ?? low) - low
  return values
    .map((value, index) => {
      const x = EDGE + (index * (WIDTH - 2 * EDGE)) / (values.length - 1)
      const share = span === 0n ? 0.5 : Number(((value - low) * STEPS) / span) / Number(STEPS)
      const y = HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
