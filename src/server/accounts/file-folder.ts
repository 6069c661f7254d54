import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readInstallationId } from '../store/open-database.ts'
import type { Accounts } from './accounts.ts'
import type { FileEntry, Files, Place } from './files.ts'

/** Files in a folder that only this process's user may read. */
export function openFileFolder(dir: string): Files {
  const folderOf = async (place: Place | 'half') => {
    const folder = join(dir, place)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  const move = async (names: readonly string[], { from, to, at }: { from: Place; to: Place; at: Date }) => {
    const [source, target] = [await folderOf(from), await folderOf(to)]
    for (const name of names) {
      await utimes(join(source, name), at, at).catch(unlessMissing)
      await rename(join(source, name), join(target, name)).catch(unlessMissing)
    }
  }
  const remove: Files['remove'] = async (names, place) => {
    const folder = await folderOf(place)
    for (const name of names) await rm(join(folder, name), { force: true })
  }
  return {
    async put(name, bytes) {
      await writeFile(join(await folderOf('new'), name), '', { flag: 'wx', mode: 0o600 })
      await writeWhole(join(await folderOf('kyc'), name), { bytes, flag: 'wx' })
    },
    async replace({ name, place }, bytes) {
      const path = join(await folderOf(place), name)
      const time = await timeOf(path)
      if (!time) return
      // Outside the places, so that nobody takes a killed process's leftover for a file; the next try overwrites it.
      const half = join(await folderOf('half'), name)
      await writeWhole(half, { bytes, flag: 'w' })
      await utimes(half, time, time)
      // A file that was moved meanwhile would exist in two places.
      if (await timeOf(path)) await rename(half, path)
      else await rm(half, { force: true })
    },
    read: async (name, place = 'kyc') => readFile(join(await folderOf(place), name)).catch(unlessMissing),
    async readHead({ name, place }, length) {
      const file = await open(join(await folderOf(place), name)).catch(unlessMissing)
      if (!file) return undefined
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async bin(names, at) {
      await move(names, { from: 'kyc', to: 'bin', at })
      // A refused new file is not a leftover of a killed submission.
      await remove(names, 'new')
    },
    restore: (names, at) => move(names, { from: 'bin', to: 'kyc', at }),
    async list(place) {
      const folder = await folderOf(place)
      const entries: FileEntry[] = []
      for (const name of await readdir(folder)) {
        // A mark without its file may belong to one that is being written.
        const ofFile = place === 'new' ? await timeOf(join(dir, 'kyc', name)) : undefined
        const at = ofFile ?? (await timeOf(join(folder, name)))
        if (at) entries.push({ name, at })
      }
      return entries
    },
    remove,
  }
}

async function writeWhole(path: string, { bytes, flag }: { bytes: Uint8Array; flag: 'wx' | 'w' }): Promise<void> {
  const file = await open(path, flag, 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** `undefined` if there is no file. */
const timeOf = (path: string): Promise<Date | undefined> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  )

/**
 * Ties the folder of uploaded files to its database by the id that both store. A folder with pictures of another database is refused:
 * this database names none of them, and the sweep would remove them as leftovers.
 * @throws Error with a sentence for the operator
 */
export async function claimFilesFolder(
  { database, files }: Pick<Accounts, 'database' | 'files'>,
  filesDir: string,
): Promise<void> {
  const id = await readInstallationId(database)
  await mkdir(filesDir, { recursive: true, mode: 0o700 })
  const label = join(filesDir, 'installation')
  const claimed = readLabel(label)
  if (claimed === id) return
  const pictures = await files.list('kyc')
  if (claimed !== undefined && pictures.length > 0)
    throw new Error(
      `the folder ${filesDir} holds ${pictures.length} pictures of documents that belong to another database. ` +
        `Give this database a DATA_DIR of its own, or, if it is a copy of theirs, remove ${label}.`,
    )
  writeFileSync(label, `${id}\n`, { mode: 0o600 })
}

function readLabel(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
