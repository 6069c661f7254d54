import { chakra } from '@chakra-ui/react'
import { scaleLinear } from '@visx/scale'
import { type ReactNode, useId } from 'react'
import { toSignedChartNumber } from './chart-number.ts'

const HEIGHT = 12
/** The least width, so that tiny values stay visible. */
const WIDTH_MIN = 0.6
const HATCH = 5

export interface SignedBar {
  readonly key: string
  readonly name: string
  /** Decimal text, with a "-" below zero. */
  readonly value: string
  /** The value as text, shown next to the bar. */
  readonly shown: ReactNode
}

/**
 * Each bar reaches from the zero line to its value: to the right above zero, to the left below it, in both languages. Bars below zero are hatched and
 * have a sign, so that they are readable without colour.
 */
export default function SignedBarsDrawing({ bars, label }: { bars: readonly SignedBar[]; label: string }) {
  const hatch = useId()
  const values = bars.map(({ value }) => toSignedChartNumber(value))
  const along = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(0, ...values, Number.MIN_VALUE)],
    range: [0, 100],
  })
  return (
    <chakra.div
      role="img"
      aria-label={label}
      display="grid"
      columnGap="3"
      rowGap={{ base: '3', sm: '2' }}
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', sm: 'minmax(0, 8rem) minmax(0, 1fr) minmax(6.5rem, auto)' }}
      fontSize="sm"
    >
      {bars.map(({ key, name, shown }, index) => (
        <chakra.div
          key={key}
          display="grid"
          alignItems="center"
          rowGap="1"
          // All rows share their columns, and so the place of zero.
          gridColumn="1 / -1"
          gridTemplateColumns="subgrid"
        >
          <chakra.span color="fg.muted" overflowWrap="anywhere">
            {name}
          </chakra.span>
          <chakra.span order={{ base: '3', sm: '0' }} gridColumn={{ base: '1 / -1', sm: 'auto' }}>
            <Bar from={along(0)} to={along(values[index] ?? 0)} hatch={`${hatch}${index}`} />
          </chakra.span>
          <chakra.span fontWeight="semibold" textAlign="end">
            {shown}
          </chakra.span>
        </chakra.div>
      ))}
    </chakra.div>
  )
}

/** `from` and `to` are in percent of the width. */
function Bar({ from, to, hatch }: { from: number; to: number; hatch: string }) {
  const isBelow = to < from
  const width = Math.max(Math.abs(to - from), WIDTH_MIN)
  const colour = isBelow ? 'var(--k-colors-sell)' : 'var(--k-colors-buy)'
  return (
    <chakra.svg
      width="100%"
      height={`${HEIGHT}px`}
      display="block"
      direction="ltr"
      aria-hidden="true"
      focusable="false"
    >
      {isBelow && (
        <pattern id={hatch} width={HATCH} height={HATCH} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={HATCH / 2} height={HATCH} fill={colour} />
        </pattern>
      )}
      <rect x="0" y={HEIGHT / 2 - 0.5} width="100%" height="1" fill="var(--k-colors-line)" />
      <rect
        x={`${isBelow ? from - width : from}%`}
        width={`${width}%`}
        height={HEIGHT}
        fill={isBelow ? `url(#${hatch})` : colour}
        stroke={colour}
        strokeWidth="1"
      />
      <line x1={`${from}%`} x2={`${from}%`} y1="0" y2={HEIGHT} stroke="var(--k-colors-fg-muted)" strokeWidth="1.5" />
    </chakra.svg>
  )
}
