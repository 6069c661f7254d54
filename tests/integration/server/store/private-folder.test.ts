import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensurePrivateFolder } from '#server/store/private-folder.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kimia-private-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a data folder that is not there yet is made for its owner alone, whatever the umask', async () => {
  const fresh = join(folder, 'deep', 'data')
  ensurePrivateFolder(fresh)
  expect(await modeOf(fresh)).toBe(0o700)
})

test('an empty data folder that others can read is closed', async () => {
  await chmod(folder, 0o755)
  ensurePrivateFolder(folder)
  expect(await modeOf(folder)).toBe(0o700)
})

test.each([0o755, 0o750, 0o701])(
  'a data folder with something in it and mode %o is refused with how to close it',
  async (mode) => {
    await writeFile(join(folder, 'database'), 'balances')
    await chmod(folder, mode)
    expect(() => ensurePrivateFolder(folder)).toThrow(`chmod -R go-rwx ${folder}`)
    expect(await modeOf(folder)).toBe(mode)
  },
)

test('a server does not start on a folder that others can read, and closes what it writes to them', async () => {
  const { settings, remove } = await freshFolder()
  try {
    await chmod(settings.dataDir, 0o755)
    await expect(startServerProcess(settings)).rejects.toThrow('can be read by other users')
    await chmod(settings.dataDir, 0o700)
    const began = Date.now()
    const server = await startServerProcess(settings)
    await server.stop()
    const entries = await readdir(settings.dataDir, { recursive: true, withFileTypes: true })
    const written = await Promise.all(
      entries.map(async (entry) => ({ entry, stats: await stat(join(entry.parentPath, entry.name)) })),
    )
    const fresh = written.filter(({ stats }) => stats.birthtimeMs >= began)
    expect(fresh.length).toBeGreaterThan(3)
    const open = fresh.filter(({ stats }) => (stats.mode & 0o077) !== 0).map(({ entry }) => entry.name)
    // The engine sets the mode of its own catalogue cache; the closed folder above it keeps others out.
    expect(open.filter((name) => name !== 'pg_internal.init')).toEqual([])
    expect(await modeOf(settings.dataDir)).toBe(0o700)
  } finally {
    await remove()
  }
})
