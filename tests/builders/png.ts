import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** One chunk of a PNG. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A black PNG that follows the format, with what an attacker may put into it: few bytes for many pixels. */
export function blackPng({
  width,
  height,
  bits = 8,
  extra = [],
}: {
  width: number
  height: number
  bits?: 8 | 16
  extra?: readonly Buffer[]
}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([bits, 2], 8)
  const pixels = deflateSync(Buffer.alloc((width * 3 * (bits / 8) + 1) * height))
  const chunks = [pngChunk('IHDR', head), ...extra, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...chunks])
}
