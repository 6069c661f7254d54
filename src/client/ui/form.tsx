import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import type { SubmitEvent } from 'react'
import { useOnePress } from './use-one-press.ts'

const Fields = chakra('form', { base: { display: 'grid', gap: '4' } })

/** A field, or the first control of what stands for one: the parts of a birthday, the button that adds a card. */
const FAULTY = '[aria-invalid=true], [data-problem] :is(select, button)'

type FormProps = Omit<HTMLChakraProps<'form'>, 'onSubmit'> & {
  /** May give a promise: until it is settled, nothing is sent again. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
}

/**
 * Fields under each other at an even distance. Always `noValidate`: our own sentences stand beside the fields. Where
 * they come after a press of the button, the focus goes to the first field that has one. Two presses at once send once.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const send = useOnePress(onSubmit)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    // A form in a sheet that this one opens stands elsewhere in the page, but its event comes by here too.
    if (event.target !== form) return
    event.preventDefault()
    const pressed = document.activeElement
    send(event)
    requestAnimationFrame(() => {
      if (!form.isConnected) return
      // On a busy phone, a field may be typed into before this comes: its focus is not taken away.
      const stays = document.activeElement === pressed || document.activeElement === document.body
      if (stays) form.querySelector<HTMLElement>(FAULTY)?.focus()
    })
  }
  return <Fields {...rest} onSubmit={submit} />
}
