import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { useOnePress } from './use-one-press.ts'

const Fields = chakra('form', { base: { display: 'grid', gap: '4' } })

/** A field, or the first control of what stands for one: the parts of a birthday, the button that adds a card. */
const FAULTY = '[aria-invalid=true], [data-problem] :is(select, button)'

type FormProps = Omit<HTMLChakraProps<'form'>, 'onSubmit'> & {
  /** May give a promise: until it is settled, nothing is sent again. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
}

/**
 * Fields under each other at an even distance. Its button is not disabled while a field lacks something, although the specification
 * says so: a disabled button does not tell why. Pressed, it shows beside each field what is missing, and sends nothing. Always
 * `noValidate`: our own sentences stand beside the fields. After a press of the button the focus goes to the first field that has one. Two
 * presses at once send once.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const send = useOnePress(onSubmit)
  const form = useRef<HTMLFormElement>(null)
  const [presses, setPresses] = useState(0)
  // Drawn together with the sentences: nobody can type into another field in between.
  useLayoutEffect(() => {
    if (presses > 0) form.current?.querySelector<HTMLElement>(FAULTY)?.focus()
  }, [presses])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // A form in a sheet that this one opens stands elsewhere in the page, but its event comes by here too.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    send(event)
    setPresses((count) => count + 1)
  }
  return <Fields {...rest} ref={form} onSubmit={submit} />
}
