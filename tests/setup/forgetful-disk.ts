import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, relative } from 'node:path'

/**
 * A disk that remembers only what was synced, beside the real folder. The content of a file gets there when the file is
 * synced; names that come, go or change get there when their folder is synced (a synced new file has its name too, as
 * on ext4 and APFS). `cut` gives the state after the power failed: what was written and never synced is not in it. With
 * `chance` some of that is in it all the same, block by block, as when the kernel had begun to write it back.
 */
export interface ForgetfulDisk {
  cut(target: string, chance?: () => boolean): void
  remove(): void
}

/** Watches a folder that is wholly on disk now. It replaces functions of `node:fs` in this process until removed. */
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

  /** A file under a new name brings what was synced under its old one; a file never synced is there, and empty. */
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

/** Brings some blocks of a file as it was written into the same file as it was synced. */
function mixBlocks(written: string, kept: string, chance: () => boolean): void {
  const now = fs.readFileSync(written)
  const then = fs.readFileSync(kept)
  if (now.equals(then)) return
  const mixed = Buffer.alloc(chance() ? now.length : Math.min(now.length, then.length))
  for (let at = 0; at < mixed.length; at += BLOCK_BYTES) {
    const source = chance() ? now : then
    // Where a file has grown and nothing was written yet there are zeros.
    if (at < source.length) source.copy(mixed, at, at, Math.min(at + BLOCK_BYTES, mixed.length))
  }
  fs.writeFileSync(kept, mixed)
}

/** Tells of every path that this process brings to the disk. */
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
