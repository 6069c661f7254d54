import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { copyFiles } from './accounts/copy-files.ts'
import { openFileFolder } from './accounts/file-folder.ts'
import { openFiles } from './compose/files.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { copyDatabase } from './store/back-up/copy-database.ts'
import { noteBackUp, writeManifest } from './store/back-up/manifest.ts'

const USAGE = 'npm run backup -- <folder that does not exist yet>'

// `npm run backup`: the whole database and the sealed files into a new folder that only this user may read. The keys of ENCRYPTION_KEYS are
// not in it: without them nobody reads a document of a back-up.
try {
  const [to] = process.argv.slice(2)
  if (to === undefined) throw new Error(USAGE)
  const folder = resolve(to)
  if (existsSync(folder)) throw new Error(`${folder} exists already. ${USAGE}`)
  process.umask(0o077)
  const config = parseConfig(readEnvironment())
  const { databaseUrl, dataDir } = config
  const at = new Date().toISOString()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await copyDatabase({ databaseUrl, dataDir }, folder)
  // After the database: each file is written before its row, and stays in the bin for thirty days after it, so every copied row finds its file.
  await copyFiles(openFiles(config), openFileFolder(join(folder, 'files')))
  const manifest = await writeManifest(folder, { engine: databaseUrl ? 'postgres' : 'pglite', at })
  await noteBackUp(dataDir, new Date(at))
  process.stdout.write(`${Object.keys(manifest.files).length} files are in ${folder}.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
