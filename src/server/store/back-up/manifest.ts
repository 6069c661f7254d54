import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const NAME = 'manifest.json'

const Manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['pglite', 'postgres']),
  at: z.iso.datetime(),
  /** SHA-256 of each file, by its path within the back-up. */
  files: z.record(z.string(), z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** Writes the contents of a back-up, as the last step: a folder without a manifest is no back-up. */
export async function writeManifest(folder: string, about: Pick<Manifest, 'engine' | 'at'>): Promise<Manifest> {
  const manifest = { format: 1 as const, ...about, files: await hashFiles(folder) }
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return manifest
}

/** @throws Error with a sentence if the folder is not a complete back-up, or any byte of it has changed */
export async function checkManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new Error(`${folder} is no back-up: it has no ${NAME}.`)
  })
  const manifest = Manifest.parse(JSON.parse(text))
  const found = await hashFiles(folder)
  const paths = new Set([...Object.keys(manifest.files), ...Object.keys(found)])
  const odd = [...paths].filter((path) => manifest.files[path] !== found[path])
  if (odd.length > 0)
    throw new Error(`The back-up ${folder} is not whole: ${odd.length} files differ, the first is ${odd[0]}.`)
  return manifest
}

async function hashFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const hashes: Record<string, string> = {}
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (!entry.isFile() || name === NAME) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    hashes[name] = hash.digest('hex')
  }
  return hashes
}

const LAST_BACK_UP = 'last-back-up'

/** Records next to the data that a back-up is complete, so that operators see how old the last one is. */
export async function noteBackUp(dataDir: string, at: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, LAST_BACK_UP), `${at.toISOString()}\n`, { mode: 0o600 })
}

/** When the last back-up began; `undefined` if there was none. */
export async function readLastBackUp(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(join(dataDir, LAST_BACK_UP), 'utf8').catch(() => '')
  const at = new Date(text.trim())
  return Number.isNaN(at.getTime()) ? undefined : at
}
