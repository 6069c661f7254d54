import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of the photos, and the bin of those that no row names any more: a restored back-up may still name them. */
type Place = 'kyc' | 'bin'

async function folderOf(filesDir: string, place: Place): Promise<string> {
  const folder = join(filesDir, place)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Writes a picture under a random name that only this process's user may read. @returns the name */
export async function keepPicture(filesDir: string, picture: Uint8Array): Promise<string> {
  const name = `${randomUUID()}.jpg`
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
  const names = await listPictures(filesDir, { place: 'bin', since: binnedBefore })
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
}

/** Names of the photos in a folder that were moved there before a time; without a time, of all. */
export async function listPictures(
  filesDir: string,
  { place, since }: { place: Place; since?: Date },
): Promise<string[]> {
  const folder = await folderOf(filesDir, place)
  const names = await readdir(folder)
  if (since === undefined) return names
  const old: string[] = []
  for (const name of names) {
    const written = await stat(join(folder, name)).catch(() => undefined)
    if (written && written.mtime < since) old.push(name)
  }
  return old
}
