import type { Plugin, Rolldown } from 'vite'

/**
 * Adds `modulepreload` links for the modules that the entry imports dynamically at once: the browser then fetches
 * them while it parses the page, and the entry can still run in short stages.
 */
export function preloadApp({ entry }: { readonly entry: string }): Plugin {
  return {
    name: 'kimia:preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = new Map(chunksOf(bundle ?? {}).map((chunk) => [chunk.fileName, chunk]))
        const main = [...chunks.values()].find(
          (chunk) => chunk.facadeModuleId?.endsWith('index.html') || chunk.facadeModuleId?.endsWith(entry),
        )
        if (main === undefined) throw new Error(`the build has no chunk for ${entry}`)
        const wanted = new Set<string>()
        for (const name of main.dynamicImports) addWithImports({ name, chunks, wanted })
        return [...wanted]
          .filter((name) => !html.includes(`/${name}"`))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: '', href: `/${name}` },
            injectTo: 'head',
          }))
      },
    },
  }
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk')
}

function addWithImports({
  name,
  chunks,
  wanted,
}: {
  name: string
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>
  wanted: Set<string>
}): void {
  const chunk = chunks.get(name)
  if (chunk === undefined || wanted.has(name)) return
  wanted.add(name)
  for (const next of chunk.imports) addWithImports({ name: next, chunks, wanted })
}
