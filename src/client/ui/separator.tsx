import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useLanguage } from '#client/lib/locale.ts'

interface Bounds {
  readonly min: number
  readonly max: number
}

type SeparatorProps = Bounds & {
  /** Describes to screen readers which panel it resizes. */
  label: string
  /** `vertical` stands between two columns, `horizontal` between two rows. */
  orientation: 'vertical' | 'horizontal'
  /** The size of its panel in pixels. */
  value: number
  /** Whether the panel lies before it or after it, in the direction of writing. */
  panel: 'before' | 'after'
  gridArea: string
  /** Called with each step of a drag, to draw it. */
  onDrag: (value: number) => void
  /** Called with the size that a drag, a key or a double click ends with; `undefined` is the usual size. */
  onEnd: (value: number | undefined) => void
}

const STEP_PX = 16

const Bar = chakra('div', {
  base: {
    position: 'relative',
    touchAction: 'none',
    borderRadius: 'sm',
    transition: 'background-color 140ms',
    _hover: { bg: 'line.strong' },
    _focusVisible: { bg: 'gold' },
    '&[aria-orientation=vertical]': { cursor: 'col-resize' },
    '&[aria-orientation=horizontal]': { cursor: 'row-resize' },
  },
})

/**
 * The line between two panels, which is dragged, or moved with the arrow keys, to resize them. react-resizable-panels takes 15.4 KB for this.
 */
export function Separator(props: SeparatorProps) {
  const { label, orientation, value, panel, min, max, gridArea, onDrag, onEnd } = props
  const isRtl = useLanguage() === 'fa'
  const isVertical = orientation === 'vertical'
  /** The sign of the panel's growth along the screen's axis. */
  const sign = (panel === 'before' ? 1 : -1) * (isVertical && isRtl ? -1 : 1)
  const start = useRef<{ at: number; now: number }>(undefined)
  const within = (size: number) => Math.min(max, Math.max(min, Math.round(size)))
  const placeOf = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY)
  const press = (event: KeyboardEvent) => {
    const size = sizeAfter(event.key, { value, sign, isVertical, min, max })
    if (size === undefined) return
    event.preventDefault()
    onEnd(within(size))
  }
  return (
    <Bar
      role="separator"
      tabIndex={0}
      aria-label={label}
      title={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      style={{ gridArea }}
      onKeyDown={press}
      onDoubleClick={() => onEnd(undefined)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { at: placeOf(event), now: value }
      }}
      onPointerMove={(event) => {
        if (!start.current) return
        start.current.now = within(value + sign * (placeOf(event) - start.current.at))
        onDrag(start.current.now)
      }}
      onPointerUp={() => {
        const moved = start.current?.now
        start.current = undefined
        if (moved !== undefined && moved !== value) onEnd(moved)
      }}
    />
  )
}

type Moving = Bounds & { value: number; sign: number; isVertical: boolean }

function sizeAfter(key: string, { value, sign, isVertical, min, max }: Moving): number | undefined {
  if (key === 'Home') return min
  if (key === 'End') return max
  const [back, forth] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  if (key === forth) return value + sign * STEP_PX
  return key === back ? value - sign * STEP_PX : undefined
}
