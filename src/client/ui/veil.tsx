import { chakra } from '@chakra-ui/react'

/** Covers everything and names the pending work. It does not block presses on the controls below. */
export function Veil({ text }: { text: string }) {
  return (
    <chakra.div
      position="fixed"
      inset="0"
      zIndex="toast"
      display="grid"
      placeItems="center"
      bg="veil"
      pointerEvents="none"
    >
      <chakra.div
        role="status"
        display="flex"
        alignItems="center"
        gap="3"
        paddingInline="5"
        paddingBlock="4"
        borderRadius="xl"
        borderWidth="1px"
        borderColor="line"
        bg="raised"
        boxShadow="lifted"
        fontWeight="semibold"
      >
        <chakra.span
          aria-hidden="true"
          width="1.25rem"
          height="1.25rem"
          borderRadius="full"
          borderWidth="3px"
          borderColor="gold.line"
          borderTopColor="gold"
          animation="turn 800ms linear infinite"
        />
        {text}
      </chakra.div>
    </chakra.div>
  )
}
