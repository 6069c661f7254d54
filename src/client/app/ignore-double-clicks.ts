/** The longest time between the two taps of a double tap, and the largest distance. */
const SECOND_MS_MAX = 350
const SECOND_PX_MAX = 24
const CONTROLS = 'button, a, label, select, summary, [role=radio], [role=tab], [role=option]'

interface Press {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly control: Element | null
}

/**
 * Ignores the second click of a double click when it lands on another control that has come under the finger meanwhile (a sheet, the next step, the
 * row below) or would submit a form again. A key that is held down clicks once.
 */
export function ignoreDoubleClicks(page: Document): void {
  let last: Press | undefined
  page.addEventListener(
    'click',
    (event) => {
      // Clicks by a key have no position.
      if (!event.isTrusted || event.detail === 0) return
      const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null
      const press = { at: event.timeStamp, x: event.clientX, y: event.clientY, control }
      const first = last
      last = press
      if (!first?.control || !isSecond(event, first)) return
      const isAnother = control !== first.control && !first.control.contains(control)
      if (isAnother || isSubmit(control)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        // Any further clicks still belong to the first one.
        last = { ...press, control: first.control }
      }
    },
    { capture: true },
  )
  page.addEventListener(
    'keydown',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest('button, a, input') : null
      if (event.repeat && event.key === 'Enter' && control) event.preventDefault()
    },
    { capture: true },
  )
}

/** The system counts the clicks of a mouse (`detail`); taps of a finger are counted here. */
function isSecond(event: MouseEvent, { at, x, y }: Press): boolean {
  if ('pointerType' in event && event.pointerType === 'mouse') return event.detail > 1
  const distance = Math.hypot(event.clientX - x, event.clientY - y)
  return event.detail > 1 || (event.timeStamp - at <= SECOND_MS_MAX && distance <= SECOND_PX_MAX)
}

function isSubmit(control: Element | null): boolean {
  return control instanceof HTMLButtonElement && control.type === 'submit'
}
