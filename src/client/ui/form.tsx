import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import type { SubmitEvent } from 'react'

const Fields = chakra('form', { base: { display: 'grid', gap: '4' } })

/** A field, or the first control of what stands for one: the parts of a birthday, the button that adds a card. */
const FAULTY = '[aria-invalid=true], [data-problem] :is(select, button)'

type FormProps = HTMLChakraProps<'form'> & { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void }

/**
 * Fields under each other at an even distance. Always `noValidate`: our own sentences stand beside the fields. Where
 * they come after a press of the button, the focus goes to the first field that has one.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    onSubmit(event)
    requestAnimationFrame(() => form.querySelector<HTMLElement>(FAULTY)?.focus())
  }
  return <Fields {...rest} onSubmit={submit} />
}
