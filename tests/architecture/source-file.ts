import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Program, parseSync, Visitor, type VisitorObject } from 'oxc-parser'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type SourceFile = {
  /** From the root, with forward slashes. */
  path: string
  text: string
  lines: number
  program: Program
  /** The text, each part with the other blanked out, so that offsets stay the same. */
  code: string
  comments: string
  imports: Import[]
}

/** `target` is a path from the root for a file of ours, else the name of a package or a part of Node ("node:fs"). */
type Import = { target: string; ours: boolean; offset: number }

/** Reads TypeScript. Throws where the parser cannot. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`)
  const blank = (part: string) => part.replace(/\S/g, ' ')
  let code = ''
  let notes = ''
  let from = 0
  for (const { start, end } of [...comments, { start: text.length, end: text.length }]) {
    code += text.slice(from, start) + blank(text.slice(start, end))
    notes += blank(text.slice(from, start)) + text.slice(start, end)
    from = end
  }
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { path, text, lines, program, code, comments: notes, imports: importsOf(path, code) }
}

/** Every file or package that a file depends on: imports, re-exports, `import()`, types, and workers by `new URL`. Biome enforces the quotes. */
const IMPORT = /\b(?:from\s*|import\s*\(?\s*)'([^'\n]+)'|new URL\('([^'\n]+\.[cm]?[jt]sx?)', import\.meta\.url\)/g

function importsOf(path: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].map(({ index, 0: whole, 1: imported, 2: worker }) => {
    const name = imported ?? worker ?? ''
    const offset = index + whole.lastIndexOf(name)
    if (name.startsWith('.')) return { target: posix.join(posix.dirname(path), name), ours: true, offset }
    const ours = /^#(tests\/)?/.exec(name)
    return ours
      ? { target: name.replace(/^#(?!tests\/)/, 'src/').replace('#', ''), ours: true, offset }
      : { target: name, ours: false, offset }
  })
}

export function visit(file: SourceFile, visitor: VisitorObject): void {
  new Visitor(visitor).visit(file.program)
}

/** The line, counted from 1, of an offset into the text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The parsed files of some folders, without generated ones. Throws if a folder does not exist or is empty. */
export function readTree(folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => {
    const paths = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.gen.ts'))
    if (paths.length === 0) throw new Error(`${folder} holds no source file`)
    return paths.sort().map((path) => parseSource(path, readFileSync(`${ROOT}${path}`, 'utf8')))
  })
}
