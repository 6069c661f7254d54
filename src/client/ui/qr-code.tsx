import { QrCode as Chakra } from '@chakra-ui/react/qr-code'

type QrCodeProps = {
  text: string
  /** Describes the content to screen readers. */
  label: string
  size?: string
}

const ENCODING = { ecc: 'M', border: 3 } as const

/** Dark on light in both themes: cameras read nothing else reliably. */
export function QrCode({ text, label, size = '11rem' }: QrCodeProps) {
  return (
    <Chakra.Root value={text} encoding={ENCODING} width={size} maxWidth="full">
      <Chakra.Frame role="img" aria-label={label} shapeRendering="crispEdges" width="full" borderRadius="md" bg="white">
        <Chakra.Pattern fill="#0a0d14" />
      </Chakra.Frame>
    </Chakra.Root>
  )
}
