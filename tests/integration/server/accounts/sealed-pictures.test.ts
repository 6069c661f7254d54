import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Files } from '#server/accounts/files.ts'
import { keepPicture, readPicture, sealPictures } from '#server/accounts/kept-pictures.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { FILE_HOMES, type FileHome, fileFolder } from '#tests/builders/file-homes.ts'
import { picture } from '#tests/builders/picture.ts'

const OLD = { id: 1, key: Buffer.alloc(32, 1) }
const NEW = { id: 2, key: Buffer.alloc(32, 2) }
const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex')
const STAY = new AbortController().signal

describe.each(FILE_HOMES)('pictures in %s', (_kind, open) => {
  let home: FileHome
  let files: Files
  let errors: object[]
  const log = { error: (details: object) => void errors.push(details) }
  beforeEach(async () => {
    home = await open()
    files = home.files
    errors = []
  })
  afterEach(() => home.close())

  const unrotated = () => ({ files, sealer: createSealer([OLD]), log })
  const rotated = () => ({ files, sealer: createSealer([NEW, OLD]), log })
  const withNewAlone = () => ({ files, sealer: createSealer([NEW]), log })

  test('no byte of a JPEG is stored, and the picture opens again', async () => {
    const jpeg = await picture()
    const name = await keepPicture(unrotated(), jpeg)
    const stored = await home.stored(name)
    expect(stored.includes(JPEG_BEGIN)).toBe(false)
    for (let index = 0; index + 16 <= jpeg.length; index += 16)
      expect(stored.includes(jpeg.subarray(index, index + 16))).toBe(false)
    expect(await readPicture(unrotated(), name)).toEqual(jpeg)
  })

  test('a file in the place of another does not open', async () => {
    const [one, other] = [
      await keepPicture(unrotated(), await picture()),
      await keepPicture(unrotated(), await picture()),
    ]
    await home.overwrite(one, await home.stored(other))
    await expect(readPicture(unrotated(), one)).rejects.toThrow()
  })

  test('what lay there in plain is sealed, in use and in the bin, and keeps its time', async () => {
    const jpeg = await picture()
    const names = ['a.jpg', 'b.jpg']
    for (const name of names) await files.put(name, jpeg)
    await files.bin(['b.jpg'], new Date('2026-10-30T00:00:00Z'))
    await home.age('a.jpg', new Date(5_000))
    expect(await readPicture(unrotated(), 'a.jpg')).toEqual(jpeg)
    await sealPictures(unrotated(), STAY)
    for (const place of ['kyc', 'bin'] as const)
      for (const name of await home.names(place))
        expect((await home.stored(name, place)).includes(JPEG_BEGIN)).toBe(false)
    expect((await files.list('bin'))[0]?.at).toEqual(new Date('2026-10-30T00:00:00Z'))
    expect((await files.list('new')).find(({ name }) => name === 'a.jpg')?.at).toEqual(new Date(5_000))
    expect(await readPicture(unrotated(), 'a.jpg')).toEqual(jpeg)
  })

  test('after a rotation everything is sealed by the new key, so that the old one can go', async () => {
    const jpeg = await picture()
    const names = await Promise.all(Array.from({ length: 11 }, () => keepPicture(unrotated(), jpeg)))
    await sealPictures(rotated(), STAY)
    for (const name of names) expect(await readPicture(withNewAlone(), name)).toEqual(jpeg)
    const sealed = await Promise.all(names.map((name) => home.stored(name)))
    // Files sealed with the present key are not even read completely again.
    const read = vi.spyOn(files, 'read')
    await sealPictures(rotated(), STAY)
    expect(read).not.toHaveBeenCalled()
    expect(await Promise.all(names.map((name) => home.stored(name)))).toEqual(sealed)
  })

  test('a rotation that is stopped goes on where it was, and every picture opens in between', async () => {
    const jpeg = await picture()
    const names = await Promise.all(Array.from({ length: 11 }, () => keepPicture(unrotated(), jpeg)))
    const stopping = new AbortController()
    let replaced = 0
    const slow: Files = {
      ...files,
      async replace(file, bytes) {
        await files.replace(file, bytes)
        replaced += 1
        if (replaced === 4) stopping.abort()
      },
    }
    await sealPictures({ ...rotated(), files: slow }, stopping.signal)
    expect(replaced).toBe(4)
    for (const name of names) expect(await readPicture(rotated(), name)).toEqual(jpeg)
    await sealPictures({ ...rotated(), files: slow }, STAY)
    expect(replaced).toBe(11)
    for (const name of names) expect(await readPicture(withNewAlone(), name)).toEqual(jpeg)
  })

  test('a picture whose key is gone is left as it is, and a person is called once', async () => {
    const jpeg = await picture()
    const lost = await Promise.all([keepPicture(unrotated(), jpeg), keepPicture(unrotated(), jpeg)])
    const kept = await keepPicture(withNewAlone(), jpeg)
    await sealPictures(withNewAlone(), STAY)
    expect(errors).toEqual([{ pictures: 2 }])
    for (const name of lost) expect(await readPicture(rotated(), name)).toEqual(jpeg)
    expect(await readPicture(withNewAlone(), kept)).toEqual(jpeg)
  })

  test('a picture that is moved while it is sealed anew does not come back to its old place', async () => {
    const name = await keepPicture(unrotated(), await picture())
    await files.bin([name], new Date())
    await files.replace({ name, place: 'kyc' }, Buffer.from('sealed'))
    expect(await files.read(name)).toBeUndefined()
    expect(await files.read(name, 'bin')).toBeDefined()
  })

  test('a file of the same name is not replaced by a new one', async () => {
    await files.put('a.jpg', Buffer.from('first'))
    await expect(files.put('a.jpg', Buffer.from('second'))).rejects.toThrow(/exist/i)
    expect(`${await home.stored('a.jpg')}`).toBe('first')
  })

  test('a file that is not there is neither read, moved nor made', async () => {
    expect(await files.read('a.jpg')).toBeUndefined()
    expect(await files.readHead({ name: 'a.jpg', place: 'bin' }, 3)).toBeUndefined()
    await files.bin(['a.jpg'], new Date())
    await files.restore(['a.jpg'], new Date())
    await files.remove(['a.jpg'], 'bin')
    await files.replace({ name: 'a.jpg', place: 'kyc' }, Buffer.from('sealed'))
    for (const place of ['kyc', 'bin', 'new'] as const) expect(await files.list(place)).toEqual([])
  })
})

test('a folder is for its own user alone, also after pictures were sealed anew', async () => {
  const home = await fileFolder()
  await home.files.put('a.jpg', await picture())
  await sealPictures({ files: home.files, sealer: createSealer([NEW]), log: { error: () => undefined } }, STAY)
  expect((await home.stored('a.jpg')).includes(JPEG_BEGIN)).toBe(false)
  expect((await stat(join(home.dir, 'kyc', 'a.jpg'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(home.dir, 'kyc'))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(home.dir, 'half'))).toEqual([])
  await home.close()
})
