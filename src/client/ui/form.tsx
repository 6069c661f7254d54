import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import { type FocusEvent, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useOnePress } from './button.tsx'

const Fields = chakra('form', { base: { display: 'grid', gap: '4' } })

/** A faulty field, or the first control of a composite one: the parts of a birthday, the button that adds a card. */
const FAULTY = '[aria-invalid=true], [data-problem] :is(select, button)'

type FormProps = Omit<HTMLChakraProps<'form'>, 'onSubmit'> & {
  /** May return a promise: until it is settled, nothing is sent again. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
}

/**
 * Fields in a column at an even distance. Its button stays enabled while a field lacks something, although the specification says otherwise: a
 * disabled button does not say why. A press then shows what is missing at each field and sends nothing. Always `noValidate`: our own sentences are
 * shown at the fields. After a press the first faulty field gets the focus. Two quick presses send once.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const send = useOnePress(onSubmit)
  const form = useRef<HTMLFormElement>(null)
  const [presses, setPresses] = useState(0)
  // A layout effect runs together with the drawing of the sentences: the user cannot type into another field in between.
  useLayoutEffect(() => {
    if (presses > 0) form.current?.querySelector<HTMLElement>(FAULTY)?.focus()
  }, [presses])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // The event of a form in a sheet that this form opened bubbles to this handler through React, although it is elsewhere in the page.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    send(event)
    setPresses((count) => count + 1)
  }
  return <Fields noValidate {...rest} ref={form} onSubmit={submit} />
}

/** Scrolls a field out from under the bars at the screen's edges, by its scroll margins. */
function standClear(element: Element | null) {
  if (element instanceof HTMLInputElement && element.form) element.scrollIntoView({ block: 'nearest' })
}

/** Keeps the focused field of a form clear of the screen's edges, and of a button that sticks above the bottom bar once the form is filled in. */
export function useClearance(isFilled: boolean) {
  useEffect(() => {
    // With the first digit the button sticks, where it may cover the focused field.
    if (isFilled) standClear(document.activeElement)
  }, [isFilled])
  return { onFocus: (event: FocusEvent) => standClear(event.target) }
}
