import type { Plugin } from 'vite'

/**
 * The modules that these import before they run, directly or not, as far as they are ours: known once all modules are read, before they are grouped
 * into files. Without it, half of the files that the trade page shares with others were parts that it never uses, 18 KB.
 */
export function staticImports(paths: readonly string[]) {
  const ids = new Set<string>()
  const plugin: Plugin = {
    name: 'kimia:static-imports',
    apply: 'build',
    buildEnd() {
      for (const path of paths) {
        const id = [...this.getModuleIds()].find((known) => known.endsWith(`/${path}`))
        if (id === undefined) this.error(`the build has no module ${path}`)
        ids.add(id)
      }
      // A Set accepts new members during iteration.
      for (const id of ids)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? [])
          if (!imported.includes('/node_modules/')) ids.add(imported)
    },
  }
  return { plugin, has: (id: string) => ids.has(id) }
}
