import { Transformer } from '@napi-rs/image'

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

interface PictureSize {
  readonly width: number
  readonly height: number
}

const PNG_BEGIN = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex')

/** Sizes stand in the frames SOF0–SOF15, except DHT, JPG and DAC which lie among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/**
 * Width and height of a PNG or JPEG as its head says, without decoding it; `undefined` for anything else. Not by `Transformer.metadata()`,
 * which decodes (446 MB for a PNG of 389 kB), nor by image-size, which loses its place at a fill byte between two segments of a JPEG.
 */
export function measurePicture(bytes: Uint8Array): PictureSize | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < 24) return undefined
  if (buffer.subarray(0, PNG_BEGIN.length).equals(PNG_BEGIN)) {
    return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) }
  }
  return buffer.subarray(0, JPEG_BEGIN.length).equals(JPEG_BEGIN) ? measureJpeg(buffer) : undefined
}

/** Walks the segments, each a marker and its length, up to the first frame. */
function measureJpeg(buffer: Buffer): PictureSize | undefined {
  let offset = 2
  while (offset + 9 <= buffer.length && buffer[offset] === 0xff) {
    const marker = buffer[offset + 1] ?? 0
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (isFrame(marker)) return { height: buffer.readUInt16BE(offset + 5), width: buffer.readUInt16BE(offset + 7) }
    offset += 2 + buffer.readUInt16BE(offset + 2)
  }
  return undefined
}
