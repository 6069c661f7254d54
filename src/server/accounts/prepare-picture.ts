import { Transformer } from '@napi-rs/image'
import { measurePicture } from './measure-picture.ts'

const BYTES_MAX = 5 * 1024 * 1024
/** More than any telephone's camera makes in a JPEG of 5 MB; a small file that unfolds to more is an attack. */
const PIXELS_MAX = 40_000_000
const JPEG_QUALITY = 88

/**
 * A picture as we keep it: decoded, turned upright and encoded anew as JPEG, so that nothing of the file that came is
 * left but what is seen; no place, no device, no second meaning. `undefined` where it is no whole PNG or JPEG of a
 * sensible size. What the client calls its type is not even asked.
 */
export async function preparePicture(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (bytes.byteLength > BYTES_MAX) return undefined
  const size = measurePicture(bytes)
  if (!size || size.width === 0 || size.height === 0 || size.width * size.height > PIXELS_MAX) return undefined
  try {
    return await new Transformer(bytes).rotate().jpeg(JPEG_QUALITY)
  } catch {
    return undefined
  }
}
