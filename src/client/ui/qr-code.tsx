import { chakra } from '@chakra-ui/react'
import { encode } from 'uqr'

type QrCodeProps = {
  text: string
  /** Describes the content to screen readers. */
  label: string
  size?: string
}

/** Dark on light in both themes: cameras read nothing else reliably. */
export function QrCode({ text, label, size = '11rem' }: QrCodeProps) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 3 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      width={size}
      maxWidth="full"
      borderRadius="md"
      bg="white"
    >
      <path d={dark} fill="#0a0d14" />
    </chakra.svg>
  )
}
