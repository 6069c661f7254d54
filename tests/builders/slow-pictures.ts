import { vi } from 'vitest'

/** A browser that decodes a picture only when the test says so; each picture is small enough to be sent unchanged. */
export function slowPictures() {
  const decoding = new Map<string, () => void>()
  vi.stubGlobal('createImageBitmap', (file: File) => {
    const { promise, resolve } = Promise.withResolvers<object>()
    decoding.set(file.name, () => resolve({ width: 10, height: 10, close: () => undefined }))
    return promise
  })
  return { decode: (name: string) => decoding.get(name)?.() }
}

export const picture = (name: string) => new File(['picture'], name, { type: 'image/png' })
