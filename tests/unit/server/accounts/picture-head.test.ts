import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPictureHead, withPixelsAlone } from '#server/accounts/prepare-picture.ts'
import { picture, withSecret } from '#tests/builders/picture.ts'
import { blackPng, pngChunk } from '#tests/builders/png.ts'

test.each(['jpeg', 'png'] as const)('a %s says its size in its head', async (format) => {
  const bytes = await picture({ format, width: 321, height: 123 })
  expect(readPictureHead(bytes)).toEqual({ width: 321, height: 123, bits: 8 })
})

test('a PNG says how many bits a colour has', () => {
  expect(readPictureHead(blackPng({ width: 8, height: 8, bits: 16 }))).toEqual({ width: 8, height: 8, bits: 16 })
})

test('a JPEG says its size behind whatever segments stand before', async () => {
  const bytes = withSecret(await picture(), 'x'.repeat(5_000))
  expect(readPictureHead(bytes)).toEqual({ width: 64, height: 48, bits: 8 })
})

test('nothing cut, foreign or made up is measured, and none of it throws', async () => {
  const jpeg = await picture()
  const odd = [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    await picture({ format: 'webp' }),
    Buffer.from('ffd8ffe00000', 'hex'),
    Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(40, 0xff)]),
    Buffer.concat([Buffer.from('ffd8ffe0ffff', 'hex'), Buffer.alloc(40)]),
  ]
  for (const bytes of odd) expect(readPictureHead(bytes)).toBeUndefined()
  for (let length = 0; length < jpeg.length; length += 1)
    expect(() => readPictureHead(jpeg.subarray(0, length))).not.toThrow()
})

test('what unfolds beside the pixels of a PNG is left out, and its pixels are not', () => {
  const plain = blackPng({ width: 8, height: 8 })
  const folded = deflateSync(Buffer.alloc(1_000_000))
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), folded]))
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('b\0\0'), folded]))
  expect(withPixelsAlone(blackPng({ width: 8, height: 8, extra: [profile, text] }))).toEqual(plain)
  const endless = Buffer.from(plain)
  endless.writeUInt32BE(0xffffffff, 33)
  expect(() => withPixelsAlone(endless)).not.toThrow()
})
