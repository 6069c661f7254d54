import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './root.mjs'

/** One hash over the names and contents of files and of whole folders, given from the root. Generated files do not count: they follow from the others. */
export function hashFiles(/** @type {string[]} */ paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(join(ROOT, path))).sort()) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @returns {string[]} */
function filesUnder(/** @type {string} */ path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .filter((name) => !name.includes('.gen.'))
    .flatMap((name) => filesUnder(join(path, name)))
}
