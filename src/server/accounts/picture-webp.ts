import type { PictureHead } from './picture-head.ts'

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
