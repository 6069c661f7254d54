import { chakra } from '@chakra-ui/react'
import { Segmented, type SegmentedProps } from './segmented.tsx'

/** One choice of a few in a form, below the words that say what it is about. */
export function ChoiceField<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1.5">
      {/* The choice says it itself. */}
      <chakra.span aria-hidden="true" fontSize="sm" fontWeight="medium" color="fg.muted">
        {props.label}
      </chakra.span>
      <Segmented {...props} />
    </chakra.div>
  )
}
