import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFileFolder } from '#server/accounts/file-folder.ts'
import type { Files } from '#server/accounts/files.ts'
import { keepPicture, readPicture, sealPictures } from '#server/accounts/kept-pictures.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { picture } from '#tests/builders/picture.ts'

const OLD = { id: 1, key: Buffer.alloc(32, 1) }
const NEW = { id: 2, key: Buffer.alloc(32, 2) }
const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex')
const STAY = new AbortController().signal

let dir: string
let files: Files
let errors: object[]
const log = { error: (details: object) => void errors.push(details) }
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kimia-files-'))
  files = openFileFolder(dir)
  errors = []
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const before = () => ({ files, sealer: createSealer([OLD]), log })
const rotated = () => ({ files, sealer: createSealer([NEW, OLD]), log })
const after = () => ({ files, sealer: createSealer([NEW]), log })

test('no byte of a JPEG is on the disk, and the picture opens again', async () => {
  const jpeg = await picture()
  const name = await keepPicture(before(), jpeg)
  const stored = await readFile(join(dir, 'kyc', name))
  expect(stored.includes(JPEG_BEGIN)).toBe(false)
  for (let index = 0; index + 16 <= jpeg.length; index += 16)
    expect(stored.includes(jpeg.subarray(index, index + 16))).toBe(false)
  expect(await readPicture(before(), name)).toEqual(jpeg)
})

test('a file in the place of another does not open', async () => {
  const [one, other] = [await keepPicture(before(), await picture()), await keepPicture(before(), await picture())]
  await writeFile(join(dir, 'kyc', one), await readFile(join(dir, 'kyc', other)))
  await expect(readPicture(before(), one)).rejects.toThrow()
})

test('what lay there in plain is sealed, in use and in the bin, and keeps its time', async () => {
  const jpeg = await picture()
  const names = ['a.jpg', 'b.jpg']
  for (const name of names) await files.put(name, jpeg)
  await files.bin(['b.jpg'], new Date('2026-10-30T00:00:00Z'))
  await utimes(join(dir, 'kyc', 'a.jpg'), new Date(5_000), new Date(5_000))
  expect(await readPicture(before(), 'a.jpg')).toEqual(jpeg)
  await sealPictures(before(), STAY)
  for (const path of [join(dir, 'kyc', 'a.jpg'), join(dir, 'bin', 'b.jpg')]) {
    expect((await readFile(path)).includes(JPEG_BEGIN)).toBe(false)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  }
  expect((await files.list('bin'))[0]?.at).toEqual(new Date('2026-10-30T00:00:00Z'))
  expect((await stat(join(dir, 'kyc', 'a.jpg'))).mtime).toEqual(new Date(5_000))
  expect(await readPicture(before(), 'a.jpg')).toEqual(jpeg)
  expect(await readdir(join(dir, 'half'))).toEqual([])
})

test('after a rotation everything is sealed by the new key, so that the old one can go', async () => {
  const jpeg = await picture()
  const names = await Promise.all(Array.from({ length: 11 }, () => keepPicture(before(), jpeg)))
  await sealPictures(rotated(), STAY)
  for (const name of names) expect(await readPicture(after(), name)).toEqual(jpeg)
  const sealed = await Promise.all(names.map((name) => readFile(join(dir, 'kyc', name))))
  // Files sealed with the present key are not even read completely again.
  const read = vi.spyOn(files, 'read')
  await sealPictures(rotated(), STAY)
  expect(read).not.toHaveBeenCalled()
  expect(await Promise.all(names.map((name) => readFile(join(dir, 'kyc', name))))).toEqual(sealed)
})

test('a rotation that is stopped goes on where it was, and every picture opens in between', async () => {
  const jpeg = await picture()
  const names = await Promise.all(Array.from({ length: 11 }, () => keepPicture(before(), jpeg)))
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
  for (const name of names) expect(await readPicture(after(), name)).toEqual(jpeg)
})

test('a picture whose key is gone is left as it is, and a person is called once', async () => {
  const jpeg = await picture()
  const lost = await Promise.all([keepPicture(before(), jpeg), keepPicture(before(), jpeg)])
  const kept = await keepPicture(after(), jpeg)
  await sealPictures(after(), STAY)
  expect(errors).toEqual([{ pictures: 2 }])
  for (const name of lost) expect(await readPicture(rotated(), name)).toEqual(jpeg)
  expect(await readPicture(after(), kept)).toEqual(jpeg)
})

test('a picture that is moved while it is sealed anew does not come back to its old place', async () => {
  const name = await keepPicture(before(), await picture())
  await files.bin([name], new Date())
  await files.replace({ name, place: 'kyc' }, Buffer.from('sealed'))
  expect(await files.read(name)).toBeUndefined()
  expect(await files.read(name, 'bin')).toBeDefined()
})
