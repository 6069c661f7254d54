export interface PictureSize {
  readonly width: number
  readonly height: number
}

const PNG_BEGIN = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex')

/** Sizes stand in the frames SOF0–SOF15, except DHT, JPG and DAC which lie among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Width and height of a PNG or JPEG as its head says, without decoding it; `undefined` for anything else. */
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
