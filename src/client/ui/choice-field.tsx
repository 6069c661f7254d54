import { chakra } from '@chakra-ui/react'
import { Segmented, type SegmentedProps } from './segmented.tsx'

/** A choice between a few options in a form, with its label above. */
export function ChoiceField<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1.5">
      {/* Hidden from screen readers, since the choice has the same label. */}
      <chakra.span aria-hidden="true" fontSize="sm" fontWeight="medium" color="fg.muted">
        {props.label}
      </chakra.span>
      <Segmented {...props} />
    </chakra.div>
  )
}
