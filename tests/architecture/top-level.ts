const ALLOWED = new Set([
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'README.md'],
  ...['src', 'public', 'sw', 'tests'],
])

/** Entries of the root that the house does not have. `ignored` are those that git does not keep. */
export function checkTopLevel(entries: string[], ignored: ReadonlySet<string>): string[] {
  return entries.filter((name) => !name.startsWith('.') && !ALLOWED.has(name) && !ignored.has(name))
}
