import { chakra } from '@chakra-ui/react'

/** Fields under each other on a phone, two beside each other where there is room. */
export const FieldGrid = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } },
})
