import { type Complaint, complain, type SourceFile } from './source-file.ts'

/** Files that import each other in a circle, type imports included. Each circle is named once, at one of its imports. */
export function checkCycles(files: SourceFile[]): Complaint[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const complaints: Complaint[] = []

  function walk(file: SourceFile, trail: string[]): void {
    done.add(file.path)
    for (const { target, offset } of file.imports) {
      const next = byPath.get(target)
      const start = trail.indexOf(target)
      if (start !== -1) {
        const circle = [...trail.slice(start), target].join(' → ')
        complaints.push(complain(file, offset, `closes a circle of imports: ${circle}`))
      } else if (next && !done.has(target)) {
        walk(next, [...trail, target])
      }
    }
  }

  for (const file of files) if (!done.has(file.path)) walk(file, [file.path])
  return complaints
}
