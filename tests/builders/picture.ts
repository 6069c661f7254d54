import { Transformer } from '@napi-rs/image'

/** A real picture of one colour. */
export async function picture({
  format = 'jpeg',
  width = 64,
  height = 48,
}: {
  format?: 'jpeg' | 'png' | 'webp'
  width?: number
  height?: number
} = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4, 0xa0)
  return Transformer.fromRgbaPixels(pixels, width, height)[format]()
}

/** The same picture with a comment segment after its first marker. */
export function withSecret(jpeg: Buffer, secret: string): Buffer {
  const text = Buffer.from(secret)
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}
