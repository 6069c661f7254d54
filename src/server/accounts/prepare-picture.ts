import type { EncodeAnew } from './picture-decoder.ts'
import { countScans, isWebp, readPictureHead, readWebpHead, withFrameAlone, withPixelsAlone } from './picture-head.ts'

const BYTES_MAX = 5 * 1024 * 1024
/** A phone camera's picture of a document; decoded and turned, such a picture takes 100 MB. */
const PIXELS_MAX = 16_000_000
const BITS_MAX = 8
/** A progressive JPEG has about ten scans; each costs as much as a whole picture. */
const SCANS_MAX = 40

interface Taken {
  readonly bytesMax?: number
  /** Documents are photographed, as JPEG or PNG; pictures saved from a page may be WebP. */
  readonly webp?: boolean
}

/**
 * A picture as we store it: decoded, turned upright and encoded again as JPEG, so that only the visible content of the original
 * remains: no place, no device, no second meaning. `undefined` if it is not a whole picture of a
 * sensible size. The client's type is ignored. A header that would cost too much is refused before anything decodes the file.
 */
export async function preparePicture(
  bytes: Uint8Array,
  encodeAnew: EncodeAnew,
  { bytesMax = BYTES_MAX, webp = false }: Taken = {},
): Promise<Uint8Array | undefined> {
  if (bytes.byteLength > bytesMax) return undefined
  const isFrame = webp && isWebp(bytes)
  const head = isFrame ? readWebpHead(bytes) : readPictureHead(bytes)
  if (!head || head.width === 0 || head.height === 0 || head.width * head.height > PIXELS_MAX) return undefined
  if (head.bits === 0 || head.bits > BITS_MAX || countScans(bytes) > SCANS_MAX) return undefined
  return encodeAnew(isFrame ? withFrameAlone(bytes) : withPixelsAlone(bytes))
}
