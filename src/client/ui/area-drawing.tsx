import { LinearGradient } from '@visx/gradient'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useId } from 'react'
import { toSignedChartNumber } from './chart-number.ts'

const WIDTH = 320
/** The share of the height above the highest and below the lowest value. */
const MARGIN = 0.08

export interface AreaPoint {
  /** Decimal text; `undefined` is unknown and interrupts the line. */
  readonly value: string | undefined
  /** A second value to compare it with, as a dashed line. */
  readonly beside?: string | undefined
}

type AreaDrawingProps = {
  points: readonly AreaPoint[]
  height: number
  /** The point that is marked. */
  marked: number
}

interface Place {
  readonly x: number
  readonly y: number | undefined
}

const xOf = ({ x }: Place) => x
const isKnown = ({ y }: Place) => y !== undefined

/** Values over time, which runs from left to right in both languages. It is decoration: the figures are said next to it. */
export default function AreaDrawing({ points, height, marked }: AreaDrawingProps) {
  const gradient = useId()
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : toSignedChartNumber(text))
  const known = points.flatMap(({ value, beside }) => [numberOf(value) ?? [], numberOf(beside) ?? []].flat())
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const room = (high - low || Math.abs(high) || 1) * MARGIN
  const up = scaleLinear({ domain: [low - room, high + room], range: [height, 0] })
  const along = scaleLinear({ domain: [0, Math.max(points.length - 1, 1)], range: [0, WIDTH] })
  const placesOf = (field: 'value' | 'beside') =>
    points.map((point, index): Place => {
      const value = numberOf(point[field])
      return { x: along(index), y: value === undefined ? undefined : up(value) }
    })
  const values = placesOf('value')
  const mark = values[marked]
  const yOf = ({ y = height }: Place) => y
  const line = { x: xOf, y: yOf, defined: isKnown, fill: 'none', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      width="100%"
      height="100%"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
      direction="ltr"
      overflow="visible"
    >
      <LinearGradient
        id={gradient}
        from="var(--k-colors-gold-solid)"
        to="var(--k-colors-gold-solid)"
        fromOpacity={0.28}
        toOpacity={0}
      />
      <AreaClosed data={values} x={xOf} y={yOf} defined={isKnown} yScale={up} y0={height} fill={`url(#${gradient})`} />
      <LinePath
        data={placesOf('beside')}
        {...line}
        stroke="var(--k-colors-fg-muted)"
        strokeWidth={1.25}
        strokeDasharray="4 4"
      />
      <LinePath data={values} {...line} stroke="var(--k-colors-gold-solid)" strokeWidth={2} strokeLinejoin="round" />
      {mark?.y !== undefined && (
        <>
          <line
            {...{ x1: mark.x, x2: mark.x, y1: 0, y2: height }}
            stroke="var(--k-colors-line-strong)"
            vectorEffect="non-scaling-stroke"
          />
          {/* A line without length has a round end in any scale, where a circle would be stretched. */}
          <line
            {...{ x1: mark.x, x2: mark.x, y1: mark.y, y2: mark.y }}
            stroke="var(--k-colors-gold-solid)"
            strokeWidth={9}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  )
}
