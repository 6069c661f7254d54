import type { Plugin, Rolldown } from 'vite'

/**
 * Adds `modulepreload` links for modules that the entry imports dynamically at once: the browser then fetches them
 * while it parses the page, and the entry can still run in short stages. Paths are from the root of the project.
 */
export function preloadApp({ modules }: { readonly modules: readonly string[] }): Plugin {
  return {
    name: 'kimia:preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = new Map(chunksOf(bundle).map((chunk) => [chunk.fileName, chunk]))
        const wanted = new Set<string>()
        for (const path of modules) addWithImports({ name: chunkOf({ path, chunks }), chunks, wanted })
        return [...wanted]
          .filter((name) => !html.includes(`/${name}"`))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          }))
      },
    },
  }
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk')
}

function chunkOf({ path, chunks }: { path: string; chunks: Chunks }): string {
  for (const [name, { moduleIds }] of chunks) if (moduleIds.some((id) => id.endsWith(`/${path}`))) return name
  throw new Error(`the build has no chunk with ${path}`)
}

function addWithImports({ name, chunks, wanted }: { name: string; chunks: Chunks; wanted: Set<string> }): void {
  const chunk = chunks.get(name)
  if (chunk === undefined || wanted.has(name)) return
  wanted.add(name)
  for (const next of chunk.imports) addWithImports({ name: next, chunks, wanted })
}
