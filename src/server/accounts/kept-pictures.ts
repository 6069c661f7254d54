import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The folder of the photos, and the bin of those that no row names any more: a restored back-up may still name them. An empty file in
 * "new" stands for each photo of which nobody has looked yet whether a row names it: the sweep reads those, not all photos.
 */
type Place = 'kyc' | 'bin' | 'new'

async function folderOf(filesDir: string, place: Place): Promise<string> {
  const folder = join(filesDir, place)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Writes a picture under a random name that only this process's user may read. @returns the name */
export async function keepPicture(filesDir: string, picture: Uint8Array): Promise<string> {
  const name = `${randomUUID()}.jpg`
  await writeFile(join(await folderOf(filesDir, 'new'), name), '', { flag: 'wx', mode: 0o600 })
  const file = await open(join(await folderOf(filesDir, 'kyc'), name), 'wx', 0o600)
  try {
    await file.writeFile(picture)
    await file.sync()
  } finally {
    await file.close()
  }
  return name
}

/** Moves photos to the bin; a missing one is no error. */
export async function binPictures(filesDir: string, names: readonly string[], at: Date): Promise<void> {
  await movePictures(filesDir, { names, from: 'kyc', to: 'bin', at })
}

/** Takes pictures back out of the bin. */
export async function restorePictures(filesDir: string, names: readonly string[], at: Date): Promise<void> {
  await movePictures(filesDir, { names, from: 'bin', to: 'kyc', at })
}

async function movePictures(
  filesDir: string,
  { names, from, to, at }: { names: readonly string[]; from: Place; to: Place; at: Date },
): Promise<void> {
  const [source, target] = [await folderOf(filesDir, from), await folderOf(filesDir, to)]
  for (const name of names) {
    // The file's time records when it was moved.
    await utimes(join(source, name), at, at).catch(unlessMissing)
    await rename(join(source, name), join(target, name)).catch(unlessMissing)
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Erases for good what has lain in the bin since before a time. */
export async function emptyBin(filesDir: string, { binnedBefore }: { binnedBefore: Date }): Promise<void> {
  const folder = await folderOf(filesDir, 'bin')
  for (const name of await readdir(folder)) {
    const time = await timeOf(join(folder, name))
    if (time && time < binnedBefore) await rm(join(folder, name), { force: true })
  }
}

export async function listPictures(filesDir: string, place: 'kyc' | 'bin'): Promise<string[]> {
  return readdir(await folderOf(filesDir, place))
}

/** Photos that were written before a time, and which nobody has looked at since. */
export async function listNewPictures(filesDir: string, { writtenBefore }: { writtenBefore: Date }): Promise<string[]> {
  const [marks, pictures] = [await folderOf(filesDir, 'new'), await folderOf(filesDir, 'kyc')]
  const old: string[] = []
  for (const name of await readdir(marks)) {
    // A mark without its photo may be of one that is being written.
    const time = (await timeOf(join(pictures, name))) ?? (await timeOf(join(marks, name)))
    if (time && time < writtenBefore) old.push(name)
  }
  return old
}

/** They need not be looked at again. */
export async function settlePictures(filesDir: string, names: readonly string[]): Promise<void> {
  const folder = await folderOf(filesDir, 'new')
  for (const name of names) await rm(join(folder, name), { force: true })
}

/** `undefined` where there is none. */
const timeOf = (path: string): Promise<Date | undefined> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
