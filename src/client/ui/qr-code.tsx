import { chakra } from '@chakra-ui/react'
import { encode } from 'uqr'

/** White around the code, in modules: readers need four. */
const BORDER = 4

/** A QR code, black on white in either theme, as readers expect it: one path. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="12.5rem"
      height="12.5rem"
      bg="white"
      color="black"
      borderRadius="lg"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </chakra.svg>
  )
}
