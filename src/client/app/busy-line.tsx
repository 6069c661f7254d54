import { chakra } from '@chakra-ui/react'
import { useIsMutating } from '@tanstack/react-query'

/** A thin line at the top while something is being sent. Polling does not show: it never stops. */
export function BusyLine() {
  const isBusy = useIsMutating() > 0
  if (!isBusy) return null
  return (
    <chakra.div
      data-testid="busy"
      aria-hidden="true"
      position="fixed"
      insetInline="0"
      top="0"
      height="3px"
      zIndex="toast"
      bgImage="linear-gradient(90deg, transparent, var(--k-colors-gold-solid), transparent)"
      bgSize="200% 100%"
      animation="shimmer 1.2s linear infinite"
    />
  )
}
