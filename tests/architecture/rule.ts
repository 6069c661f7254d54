import { lineAt, type SourceFile } from './source-file.ts'

/** A breach of a rule: "src/a.ts:12 what is wrong". */
export type Find = (file: SourceFile, offset: number, text: string) => void

/** Made-up files: their texts by their paths. */
export type Sample = Readonly<Record<string, string>>

export type Rule = {
  /** The statement that is true if nothing breaks the rule. */
  name: string
  /** The paths that the rule checks. */
  covers: RegExp
  /** Reports every place that breaks it. */
  check: (files: SourceFile[], find: Find) => void
  /** Samples that each break it, and samples that do not. */
  wrong: Sample[]
  right: Sample[]
}

/** All breaches of a rule; a rule that covers no file guards nothing, which is a breach, too. */
export function breaches(rule: Rule, files: SourceFile[]): string[] {
  const covered = files.filter(({ path }) => rule.covers.test(path))
  if (covered.length === 0) return ['sees no file']
  const found: string[] = []
  rule.check(covered, ({ path, text }, offset, what) => found.push(`${path}:${lineAt(text, offset)} ${what}`))
  return found
}

/** A rule that checks one file after the other. */
export function eachFile(
  check: (file: SourceFile, find: (offset: number, text: string) => void) => void,
): Rule['check'] {
  return (files, find) => {
    for (const file of files) check(file, (offset, text) => find(file, offset, text))
  }
}

/** The same line, or lines, as a sample of each path. */
export const at = (path: string, ...texts: string[]): Sample[] => texts.map((text) => ({ [path]: text }))
