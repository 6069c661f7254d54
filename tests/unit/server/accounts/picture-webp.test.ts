import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { countScans, isWebp, readWebpHead, withFrameAlone } from '#server/accounts/prepare-picture.ts'
import { picture } from '#tests/builders/picture.ts'

test('the size of a WebP is that of its frame, lossy or not', async () => {
  const pixels = Buffer.alloc(90 * 60 * 4, 0xa0)
  for (const webp of [
    await Transformer.fromRgbaPixels(pixels, 90, 60).webp(),
    await Transformer.fromRgbaPixels(pixels, 90, 60).webpLossless(),
  ]) {
    expect(isWebp(webp)).toBe(true)
    expect(readWebpHead(webp)).toMatchObject({ width: 90, height: 60, bits: 8 })
    const alone = withFrameAlone(webp)
    expect(await new Transformer(Buffer.from(alone)).metadata()).toMatchObject({
      format: 'webp',
      width: 90,
      height: 60,
    })
  }
})

test('what stands beside the frame is left behind', async () => {
  const webp = await picture({ format: 'webp' })
  const profile = Buffer.from('ICCP\x06\0\0\0secret', 'latin1')
  const dressed = Buffer.concat([
    webp.subarray(0, 12),
    profile,
    webp.subarray(12),
    Buffer.from('EXIF\x04\0\0\0here', 'latin1'),
  ])
  const alone = Buffer.from(withFrameAlone(dressed))
  expect(alone.includes('secret') || alone.includes('here')).toBe(false)
  expect(alone.readUInt32LE(4)).toBe(alone.length - 8)
})

test('nothing else is taken for one', async () => {
  expect(isWebp(await picture({ format: 'png' }))).toBe(false)
  for (const text of [
    '',
    'RIFF',
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0AAAAAAAAAAAAAAAA',
    'RIFF\x04\0\0\0WEBPVP8 \xff\xff\xff\x7fAAAA',
  ])
    expect(readWebpHead(Buffer.from(text, 'latin1')), text).toBeUndefined()
})

test('two bytes in a PNG are no scans, so that a large screenshot is no attack', async () => {
  const many = Buffer.from('ffda'.repeat(100), 'hex')
  expect(countScans(Buffer.concat([await picture({ format: 'png' }), many]))).toBe(0)
  expect(countScans(Buffer.concat([await picture(), many]))).toBeGreaterThan(100)
})
