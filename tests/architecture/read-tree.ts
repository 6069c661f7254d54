import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSource, type SourceFile } from './source-file.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const CODE = /\.(ts|tsx|mjs)$/
// What a tool writes is judged by that tool.
const WRITTEN_BY_TOOLS = /\.gen\.ts$/

/** The parsed source files of some folders of the project. */
export function readTree(folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => filesUnder(folder))
    .filter((path) => CODE.test(path) && !WRITTEN_BY_TOOLS.test(path))
    .map((path) => parseSource({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Paths from the root of all files of a folder. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replaceAll('\\', '/'))
    .sort()
}
