import { chakra } from '@chakra-ui/react'
import { type PointerEvent, useState } from 'react'
import AreaDrawing from '#client/ui/area-drawing.tsx'
import type { WorthPoint } from './worth-points.ts'

const HEIGHT_PX = 144

/**
 * Covers the drawing, so that fingers, the mouse and arrow keys move along it as along any slider. Its thumb has no width to speak of: it is
 * where the finger is.
 */
const Along = chakra('input', {
  base: {
    gridArea: '1 / 1',
    width: 'full',
    height: 'full',
    margin: '0',
    appearance: 'none',
    background: 'transparent',
    cursor: 'crosshair',
    touchAction: 'pan-y',
    borderRadius: 'sm',
    '&::-webkit-slider-thumb': { appearance: 'none', width: '1px', height: `${HEIGHT_PX}px`, opacity: 0 },
    '&::-moz-range-thumb': { width: '1px', height: `${HEIGHT_PX}px`, border: 'none', opacity: 0 },
  },
})

type WorthChartProps = {
  points: readonly WorthPoint[]
  /** The slider's name, and the words of a point. */
  label: string
  say: (point: WorthPoint) => string
  marked: number
  onMark: (index: number) => void
}

/** The line of the worth with the marked point; time runs from left to right in both languages. */
export function WorthChart({ points, label, say, marked, onMark }: WorthChartProps) {
  const [isPressed, setIsPressed] = useState(false)
  const last = points.length - 1
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    if (event.pointerType !== 'mouse' || isPressed) return
    const { x, width } = event.currentTarget.getBoundingClientRect()
    onMark(Math.min(last, Math.max(0, Math.round(((event.clientX - x) / width) * last))))
  }
  const point = points[marked]
  return (
    <chakra.div dir="ltr" display="grid" height={`${HEIGHT_PX / 16}rem`} gridTemplateColumns="minmax(0, 1fr)">
      <chakra.div gridArea="1 / 1" minHeight="0">
        <AreaDrawing
          points={points.map(({ worth, invested }) => ({ value: worth, beside: invested }))}
          height={HEIGHT_PX}
          marked={marked}
        />
      </chakra.div>
      <Along
        type="range"
        min="0"
        max={last}
        step="1"
        value={marked}
        aria-label={label}
        aria-valuetext={point && say(point)}
        onChange={(event) => onMark(event.currentTarget.valueAsNumber)}
        onPointerDown={() => setIsPressed(true)}
        onPointerUp={() => setIsPressed(false)}
        onPointerMove={follow}
        onPointerLeave={(event) => event.pointerType === 'mouse' && onMark(last)}
      />
    </chakra.div>
  )
}
