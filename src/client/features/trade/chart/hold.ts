/** A place in a chart, in pixels from its upper left corner. */
export interface Spot {
  readonly x: number
  readonly y: number
  readonly isFinger: boolean
}

export interface Held {
  readonly move: (spot: Spot) => void
  readonly drop: (spot: Spot) => void
  readonly undo: () => void
}

/**
 * Lets something in a chart be held and moved by mouse or finger. `take` answers what lies at a spot; nothing there leaves the press to the chart and
 * the page. The library listens to mouse and touch, not to pointers, so these are caught before it. Returns the function that stops it.
 */
export function letHold(place: HTMLElement, take: (spot: Spot) => Held | undefined): () => void {
  let held: Held | undefined
  const spotOf = (event: MouseEvent | TouchEvent): Spot => {
    const point = event instanceof MouseEvent ? event : (event.touches[0] ?? event.changedTouches[0])
    const { left, top } = place.getBoundingClientRect()
    return { x: (point?.clientX ?? 0) - left, y: (point?.clientY ?? 0) - top, isFinger: !(event instanceof MouseEvent) }
  }
  const begin = (event: MouseEvent | TouchEvent) => {
    held = take(spotOf(event))
    if (!held) return
    event.stopPropagation()
    event.preventDefault()
  }
  const move = (event: MouseEvent | TouchEvent) => {
    if (!held) return
    event.preventDefault()
    event.stopPropagation()
    held.move(spotOf(event))
  }
  const end = (event: MouseEvent | TouchEvent) => {
    const dropped = held
    held = undefined
    dropped?.drop(spotOf(event))
  }
  const undo = () => {
    held?.undo()
    held = undefined
  }
  const undoByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') undo()
  }
  const loud = { capture: true, passive: false } as const
  place.addEventListener('mousedown', begin, loud)
  place.addEventListener('touchstart', begin, loud)
  window.addEventListener('mousemove', move, loud)
  window.addEventListener('touchmove', move, loud)
  window.addEventListener('mouseup', end, loud)
  window.addEventListener('touchend', end, loud)
  window.addEventListener('touchcancel', undo)
  window.addEventListener('keydown', undoByKey)
  return () => {
    undo()
    place.removeEventListener('mousedown', begin, loud)
    place.removeEventListener('touchstart', begin, loud)
    window.removeEventListener('mousemove', move, loud)
    window.removeEventListener('touchmove', move, loud)
    window.removeEventListener('mouseup', end, loud)
    window.removeEventListener('touchend', end, loud)
    window.removeEventListener('touchcancel', undo)
    window.removeEventListener('keydown', undoByKey)
  }
}
