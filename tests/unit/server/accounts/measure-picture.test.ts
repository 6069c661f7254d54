import { expect, test } from 'vitest'
import { measurePicture, preparePicture } from '#server/accounts/prepare-picture.ts'
import { picture, withSecret } from '#tests/builders/picture.ts'

test.each(['jpeg', 'png'] as const)('a %s says its size in its head', async (format) => {
  const bytes = await picture({ format, width: 321, height: 123 })
  expect(measurePicture(bytes)).toEqual({ width: 321, height: 123 })
})

test('a JPEG says its size behind whatever segments stand before', async () => {
  expect(measurePicture(withSecret(await picture(), 'x'.repeat(5_000)))).toEqual({ width: 64, height: 48 })
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
  for (const bytes of odd) expect(measurePicture(bytes)).toBeUndefined()
  for (let length = 0; length < jpeg.length; length += 1)
    expect(() => measurePicture(jpeg.subarray(0, length))).not.toThrow()
})

test('a picture is kept upright and small enough to be decoded, or not at all', async () => {
  const png = await picture({ format: 'png', width: 30, height: 20 })
  const kept = await preparePicture(png)
  expect(measurePicture(kept ?? new Uint8Array())).toEqual({ width: 30, height: 20 })
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(8_000, 16)
  bomb.writeUInt32BE(8_000, 20)
  expect(await preparePicture(bomb)).toBeUndefined()
  const flat = Buffer.from(png)
  flat.writeUInt32BE(0, 16)
  expect(await preparePicture(flat)).toBeUndefined()
  expect(await preparePicture(png.subarray(0, 50))).toBeUndefined()
  expect(await preparePicture(new Uint8Array(5 * 1024 * 1024 + 1))).toBeUndefined()
})
