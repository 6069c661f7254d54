import type { Plugin, Rolldown } from 'vite'

/**
 * Adds `modulepreload` links for modules that the entry imports after the page is parsed. The browser fetches them right away, but after everything
 * that the first paint needs. Paths are from the root of the project.
 */
export function preloadApp(modules: readonly string[]): Plugin {
  return {
    name: 'kimia:preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const wanted = new Set(modules.map((path) => chunkOf({ path, chunks })))
        // A Set accepts new members during iteration.
        for (const { imports } of wanted)
          for (const chunk of chunks) if (imports.includes(chunk.fileName)) wanted.add(chunk)
        return [...wanted].map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${fileName}` },
          injectTo: 'head',
        }))
      },
    },
  }
}

function chunkOf({ path, chunks }: { path: string; chunks: readonly Rolldown.OutputChunk[] }): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${path}`)))
  if (!chunk) throw new Error(`the build has no chunk of ${path}`)
  return chunk
}
