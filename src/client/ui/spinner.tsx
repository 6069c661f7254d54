import { chakra } from '@chakra-ui/react'

/** A turning ring in the middle of its positioned parent. */
export function Spinner() {
  return (
    <chakra.span
      aria-hidden="true"
      position="absolute"
      inset="0"
      margin="auto"
      width="1.25rem"
      height="1.25rem"
      borderRadius="full"
      border="2px solid currentColor"
      borderTopColor="transparent"
      animation="turn 700ms linear infinite"
    />
  )
}
