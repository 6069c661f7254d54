import { chakra } from '@chakra-ui/react'

/** Fields under each other at an even distance. Always `noValidate`: our own sentences stand beside the fields. */
export const Form = chakra('form', { base: { display: 'grid', gap: '4' } })
