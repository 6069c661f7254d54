import type { EncodeAnew } from './picture-decoder.ts'

/** The facts in a picture's header, read without decoding. */
interface PictureHead {
  readonly width: number
  readonly height: number
  /** Bits per channel of a pixel. */
  readonly bits: number
}

const PNG_BEGIN = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex')

/**
 * The header of a PNG or JPEG; `undefined` for anything else. Not by `Transformer.metadata()`, which decodes (446 MB for a PNG of 389 kB), nor
 * by image-size, which misreads a JPEG with a fill byte between two segments.
 */
export function readPictureHead(bytes: Uint8Array): PictureHead | undefined {
  const buffer = bufferOf(bytes)
  if (buffer.length < 25) return undefined
  if (isPng(buffer)) return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20), bits: buffer[24] ?? 0 }
  return isJpeg(buffer) ? readJpegHead(buffer) : undefined
}

/** The frames SOF0–SOF15 contain the sizes; DHT, JPG and DAC have numbers among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Walks the segments, each a marker and its length, up to the first frame. */
function readJpegHead(buffer: Buffer): PictureHead | undefined {
  let offset = 2
  while (offset + 9 <= buffer.length && buffer[offset] === 0xff) {
    const marker = buffer[offset + 1] ?? 0
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (isFrame(marker)) {
      const [height, width] = [buffer.readUInt16BE(offset + 5), buffer.readUInt16BE(offset + 7)]
      return { width, height, bits: buffer[offset + 4] ?? 0 }
    }
    offset += 2 + buffer.readUInt16BE(offset + 2)
  }
  return undefined
}

const SCAN_BEGIN = Buffer.from('ffda', 'hex')

/** How often a JPEG draws the whole picture; 0 for anything else. Image data never has these two bytes in a row. */
export function countScans(bytes: Uint8Array): number {
  const buffer = bufferOf(bytes)
  if (!isJpeg(buffer)) return 0
  let count = 0
  for (let at = buffer.indexOf(SCAN_BEGIN); at !== -1; at = buffer.indexOf(SCAN_BEGIN, at + SCAN_BEGIN.length))
    count += 1
  return count
}

const CHUNKS_OF_PIXELS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** A length, a name and a checksum. */
const CHUNK_BYTES = 12

/**
 * A PNG with only its pixels, since a compressed profile or text of 1.5 MB inflates to half a gigabyte; a JPEG as it is, since nothing in
 * it is compressed twice.
 */
export function withPixelsAlone(bytes: Uint8Array): Uint8Array {
  const buffer = bufferOf(bytes)
  if (!isPng(buffer)) return bytes
  const parts = [buffer.subarray(0, 8)]
  for (let offset = 8; offset + CHUNK_BYTES <= buffer.length; ) {
    const end = offset + CHUNK_BYTES + buffer.readUInt32BE(offset)
    const name = buffer.toString('latin1', offset + 4, offset + 8)
    if (CHUNKS_OF_PIXELS.includes(name)) parts.push(buffer.subarray(offset, end))
    offset = end
  }
  return Buffer.concat(parts)
}

const isPng = (buffer: Buffer) => buffer.subarray(0, PNG_BEGIN.length).equals(PNG_BEGIN)
const isJpeg = (buffer: Buffer) => buffer.subarray(0, JPEG_BEGIN.length).equals(JPEG_BEGIN)
const _bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** "RIFF", a length, "WEBP". */
const HEAD_BYTES = 12
/** A chunk's name and its length. */
const CHUNK_HEAD_BYTES = 8

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function isWebp(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes)
  return (
    buffer.length > HEAD_BYTES + CHUNK_HEAD_BYTES &&
    buffer.toString('latin1', 0, 4) === 'RIFF' &&
    buffer.toString('latin1', 8, HEAD_BYTES) === 'WEBP'
  )
}

/** The size in the frame itself, not that of the canvas; `undefined` without a still frame. */
export function readWebpHead(bytes: Uint8Array): PictureHead | undefined {
  const frame = frameOf(bytes)
  if (!frame) return undefined
  const data = frame.subarray(CHUNK_HEAD_BYTES)
  return frame.toString('latin1', 0, 4) === 'VP8L' ? readLossless(data) : readLossy(data)
}

/** A WebP with only its one frame: no canvas, no profile, no text, nothing after it. */
export function withFrameAlone(bytes: Uint8Array): Uint8Array {
  const frame = frameOf(bytes)
  if (!frame) return bytes
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(frame.length + 4, 4)
  return Buffer.concat([head, frame])
}

/** The chunk of the first still frame, with its name, its length and the byte that makes it even. */
function frameOf(bytes: Uint8Array): Buffer | undefined {
  const buffer = bufferOf(bytes)
  for (let offset = HEAD_BYTES; offset + CHUNK_HEAD_BYTES <= buffer.length; ) {
    const name = buffer.toString('latin1', offset, offset + 4)
    const length = buffer.readUInt32LE(offset + 4)
    const end = offset + CHUNK_HEAD_BYTES + length + (length % 2)
    // Animations have many frames, which nobody has counted.
    if (name === 'ANIM' || name === 'ANMF') return undefined
    if (name === 'VP8 ' || name === 'VP8L') return end <= buffer.length ? buffer.subarray(offset, end) : undefined
    offset = end
  }
  return undefined
}

const SIDE_BITS = 0x3fff

/** A frame tag of three bytes, a start code of three, and two sides. */
function readLossy(data: Buffer): PictureHead | undefined {
  if (data.length < 10 || data.toString('hex', 3, 6) !== '9d012a') return undefined
  return { width: data.readUInt16LE(6) & SIDE_BITS, height: data.readUInt16LE(8) & SIDE_BITS, bits: 8 }
}

/** A signature, and two sides of fourteen bits, each stored minus one. */
function readLossless(data: Buffer): PictureHead | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined
  const sides = data.readUInt32LE(1)
  return { width: (sides & SIDE_BITS) + 1, height: ((sides >>> 14) & SIDE_BITS) + 1, bits: 8 }
}

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
