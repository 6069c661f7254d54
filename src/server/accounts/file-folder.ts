import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  const label = join(dir, 'installation')
  return {
    home: { name: `the folder ${dir}`, setting: 'DATA_DIR', label, isShared: false },
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
    readHead: async ({ name, place }, length) => readHead(join(await folderOf(place), name), length),
    async bin(names, at) {
      await move(names, { from: 'kyc', to: 'bin', at })
      // A refused new file is not a leftover of a killed submission.
      await remove(names, 'new')
    },
    restore: (names, at) => move(names, { from: 'bin', to: 'kyc', at }),
    async list(place) {
      const folder = join(dir, place)
      const entries: FileEntry[] = []
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
        // A mark without its file may belong to one that is being written.
        const ofFile = place === 'new' ? await timeOf(join(dir, 'kyc', name)) : undefined
        const at = ofFile ?? (await timeOf(join(folder, name)))
        if (at) entries.push({ name, at })
      }
      return entries
    },
    remove,
    readOwner: async () => readLabel(label),
    async writeOwner(owner) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      writeFileSync(label, `${owner}\n`, { mode: 0o600 })
      return true
    },
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

async function readHead(path: string, length: number): Promise<Buffer | undefined> {
  const file = await open(path).catch(unlessMissing)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
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

function readLabel(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
