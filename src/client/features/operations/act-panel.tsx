import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { type ActProps, useActForm } from './use-act-form.tsx'

/** An act of an operator within the page, so that the facts for the decision stay in sight. */
export function ActPanel<Answer>(props: ActProps<Answer>) {
  const { fields, buttons } = useActForm(props)
  const title = useId()
  return (
    <chakra.section
      aria-labelledby={title}
      display="grid"
      gap="4"
      marginTop="4"
      paddingTop="4"
      borderTopWidth="1px"
      borderColor="line"
    >
      <chakra.h3 id={title} fontWeight="bold">
        {props.title}
      </chakra.h3>
      {fields}
      <chakra.div display="flex" gap="2">
        {buttons}
      </chakra.div>
    </chakra.section>
  )
}
