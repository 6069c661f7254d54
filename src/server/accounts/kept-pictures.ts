import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const folderOf = (filesDir: string) => join(filesDir, 'kyc')

/** Writes a picture under a random name that only this process's user may read. @returns the name */
export async function keepPicture(filesDir: string, picture: Uint8Array): Promise<string> {
  const folder = folderOf(filesDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${randomUUID()}.jpg`
  const file = await open(join(folder, name), 'wx', 0o600)
  try {
    await file.writeFile(picture)
    await file.sync()
  } finally {
    await file.close()
  }
  return name
}

/** Removes pictures that nothing names any more; one that is gone already is as good. */
export async function dropPictures(filesDir: string, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => rm(join(folderOf(filesDir), name), { force: true })))
}

/** Names of the pictures that were written before a time. */
export async function listPictures(filesDir: string, { writtenBefore }: { writtenBefore: Date }): Promise<string[]> {
  const folder = folderOf(filesDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const old: string[] = []
  for (const name of await readdir(folder)) {
    const written = await stat(join(folder, name)).catch(() => undefined)
    if (written && written.mtime < writtenBefore) old.push(name)
  }
  return old
}
