import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, relative } from 'node:path'

/**
 * A copy of the real folder that has only what was synced. The content of a file gets there when the file is
 * synced; names that are added, removed or changed get there when their folder is synced (a synced new file has its name too, as
 * on ext4 and APFS). `cut` returns the state after a power failure, without writes that were never synced. With
 * `chance` some of those writes are kept all the same, block by block, as if the kernel had begun to write them back.
 */
export interface ForgetfulDisk {
  cut(target: string, chance?: () => boolean): void
  remove(): void
}

/** Watches a folder that is completely on disk now. It replaces functions of `node:fs` in this process until removed. */
export function watchDisk(options: { folder: string; image: string }): ForgetfulDisk {
  const { folder, image } = options
  fs.cpSync(folder, image, { recursive: true })
  const inodes = new Map<string, number>()
  for (const path of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) note(path)

  function note(path: string): void {
    inodes.set(path, fs.lstatSync(join(folder, path)).ino)
  }

  function syncFile(path: string): void {
    fs.mkdirSync(dirname(join(image, path)), { recursive: true })
    fs.copyFileSync(join(folder, path), join(image, path))
    note(path)
  }

  function syncNames(path: string): void {
    const real = fs.readdirSync(join(folder, path))
    for (const name of real) keepName(join(path, name))
    for (const name of fs.readdirSync(join(image, path))) {
      if (!real.includes(name)) fs.rmSync(join(image, path, name), { recursive: true })
    }
  }

  /** A renamed file brings the content synced under its old name; a file never synced exists, but is empty. */
  function keepName(path: string): void {
    const { ino } = fs.lstatSync(join(folder, path))
    if (inodes.get(path) === ino) return
    const [old] = [...inodes].find(([known, number]) => number === ino && fs.existsSync(join(image, known))) ?? []
    if (old !== undefined) fs.renameSync(join(image, old), join(image, path))
    else if (fs.lstatSync(join(folder, path)).isDirectory()) fs.mkdirSync(join(image, path), { recursive: true })
    else fs.writeFileSync(join(image, path), '')
    inodes.set(path, ino)
  }

  const remove = observeSyncs((path) => {
    const inside = relative(folder, path)
    if (inside.startsWith('..') || !fs.existsSync(path)) return
    if (fs.lstatSync(path).isDirectory()) syncNames(inside)
    else syncFile(inside)
  })
  const cut = (target: string, chance?: () => boolean) => {
    fs.cpSync(image, target, { recursive: true })
    if (!chance) return
    for (const path of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const written = fs.lstatSync(join(folder, path))
      if (!written.isFile() || !fs.existsSync(dirname(join(target, path)))) continue
      if (inodes.get(path) === written.ino) mixBlocks(join(folder, path), join(target, path), chance)
      else if (chance()) fs.copyFileSync(join(folder, path), join(target, path))
    }
  }
  return { remove, cut }
}

const BLOCK_BYTES = 4_096

/** Copies some blocks of the written file into the synced one. */
function mixBlocks(written: string, kept: string, chance: () => boolean): void {
  const now = fs.readFileSync(written)
  const then = fs.readFileSync(kept)
  if (now.equals(then)) return
  const mixed = Buffer.alloc(chance() ? now.length : Math.min(now.length, then.length))
  for (let at = 0; at < mixed.length; at += BLOCK_BYTES) {
    const source = chance() ? now : then
    // A block that was added to a file and never written is zeros.
    if (at < source.length) source.copy(mixed, at, at, Math.min(at + BLOCK_BYTES, mixed.length))
  }
  fs.writeFileSync(kept, mixed)
}

/** Reports every path that this process syncs to the disk. */
function observeSyncs(report: (path: string) => void): () => void {
  const { openSync, fdatasyncSync, fsyncSync } = fs
  const paths = new Map<number, string>()
  const observed = (sync: typeof fdatasyncSync) => (descriptor: number) => {
    sync(descriptor)
    const path = paths.get(descriptor)
    if (path !== undefined) report(path)
  }
  const opened: typeof openSync = (...parameters) => {
    const descriptor = openSync(...parameters)
    paths.set(descriptor, String(parameters[0]))
    return descriptor
  }
  Object.assign(fs, { openSync: opened, fdatasyncSync: observed(fdatasyncSync), fsyncSync: observed(fsyncSync) })
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, { openSync, fdatasyncSync, fsyncSync })
    syncBuiltinESMExports()
  }
}
