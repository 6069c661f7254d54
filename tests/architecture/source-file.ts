import { type Comment, type Program, parseSync, Visitor, type VisitorObject } from 'oxc-parser'
import { findImports, type Import } from './find-imports.ts'

export type SourceFile = {
  /** From the root, with forward slashes. */
  path: string
  text: string
  lines: number
  program: Program
  comments: Comment[]
  imports: Import[]
}

/** What breaks a rule, and where. */
export type Complaint = { path: string; line: number; text: string }

/** Reads TypeScript. Throws where the parser cannot. */
export function parseSource({ path, text }: { path: string; text: string }): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new SyntaxError(`${path}: ${error.message}`)
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const imports = findImports({ path, text, program, module })
  return { path, text, lines, program, comments, imports }
}

export function visit(file: SourceFile, visitor: VisitorObject): void {
  new Visitor(visitor).visit(file.program)
}

/** The line, counted from 1, of an offset into the text. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let index = text.indexOf('\n'); index !== -1 && index < offset; index = text.indexOf('\n', index + 1)) line += 1
  return line
}

export function complain(file: SourceFile, offset: number, text: string): Complaint {
  return { path: file.path, line: lineAt(file.text, offset), text }
}

/** "src/a.ts:12 what is wrong" */
export function show({ path, line, text }: Complaint): string {
  return `${path}:${line} ${text}`
}
