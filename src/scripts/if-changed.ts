import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './child.mjs'

export type Result = { ok: boolean; output: string }

/** Runs `work` unless it has already succeeded for the present state of these sources (patterns from the root); the file `stamp` records that. */
export async function ifChanged(
  { sources, stamp }: { sources: readonly string[]; stamp: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const file = join(ROOT, stamp)
  const hash = hashFiles(sources)
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return { ok: true, output: '' }
  const result = await work()
  if (!result.ok) return result
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
  return result
}

/** A hash over names and contents. Generated files do not count: they follow from the others. */
export function hashFiles(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const paths = globSync(patterns, { cwd: ROOT }).filter((path) => !path.includes('.gen.'))
  for (const path of paths.sort()) {
    const file = join(ROOT, path)
    if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
