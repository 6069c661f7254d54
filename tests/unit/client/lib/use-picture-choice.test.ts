import { afterEach, expect, test, vi } from 'vitest'
import { preparePicture } from '#client/lib/use-picture-choice.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that decodes every file to these sides and encodes a canvas to 1,000 bytes. */
function decodesTo(width: number, height: number) {
  const drawn: number[] = []
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(...size: number[]) {
        drawn.push(...size)
      }
      getContext = () => ({ drawImage: () => undefined })
      convertToBlob = async () => new Blob([new Uint8Array(1_000)], { type: 'image/jpeg' })
    },
  )
  return drawn
}
const file = (bytes: number) => new File([new Uint8Array(bytes)], 'card.png', { type: 'image/png' })

test('a small photo is uploaded as it is', async () => {
  decodesTo(1_200, 800)
  const small = file(500)
  expect(await preparePicture(small)).toEqual({ file: small, isReadable: true })
})

test('a photo of more pixels than the server takes is scaled down, however few bytes it has', async () => {
  const drawn = decodesTo(8_000, 6_000)
  const { file: shrunk } = await preparePicture(file(500))
  expect(shrunk.type).toBe('image/jpeg')
  expect(drawn).toEqual([2_200, 1_650])
})

test('a large file is scaled down', async () => {
  const drawn = decodesTo(4_000, 3_000)
  expect((await preparePicture(file(2_000_000))).file.size).toBe(1_000)
  expect(drawn).toEqual([2_200, 1_650])
})

test('what is no picture comes back unchanged, for the form to refuse', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  const text = file(500)
  expect(await preparePicture(text)).toEqual({ file: text, isReadable: false })
})
