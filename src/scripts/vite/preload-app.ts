import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Adds `modulepreload` links for modules that the entry imports after the page is parsed. The browser fetches them right away, but after everything
 * that the first paint needs. Paths are from the root of the project.
 */
export function preloadApp(modules: readonly string[]): Plugin {
  return linking('kimia:preload-app', (chunks) =>
    filesOf({ modules, chunks }).map((href) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href },
      injectTo: 'head',
    })),
  )
}

/**
 * The same for the pages below this path, by a script that asks where the visit begins. Without it their code is found step by step: after the app,
 * after the answer about the session, after the page's own file. `{language}` in a path stands for the language of the visit.
 */
export function preloadPage(below: string, modules: readonly string[]): Plugin {
  return linking(`kimia:preload-page ${below}`, (chunks) => {
    const filesIn = (language: string) =>
      filesOf({ modules: modules.map((path) => path.replace('{language}', language)), chunks })
    const [fa, en] = [filesIn('fa'), filesIn('en')]
    const both = fa.filter((file) => en.includes(file))
    const ofLanguage = { fa: without(fa, both), en: without(en, both) }
    const files = `[...${JSON.stringify(both)}, ...${JSON.stringify(ofLanguage)}[document.documentElement.lang]]`
    const link = "Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href })"
    const children = `if (location.pathname.startsWith('${below}')) for (const href of ${files}) document.head.append(${link})`
    return [{ tag: 'script', children, injectTo: 'head' }]
  })
}

const without = (files: readonly string[], others: readonly string[]) => files.filter((file) => !others.includes(file))

function linking(name: string, tagsOf: (chunks: readonly Rolldown.OutputChunk[]) => HtmlTagDescriptor[]): Plugin {
  return {
    name,
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => tagsOf(Object.values(bundle).filter((output) => output.type === 'chunk')),
    },
  }
}

interface Wanted {
  readonly modules: readonly string[]
  readonly chunks: readonly Rolldown.OutputChunk[]
}

/** The addresses of the files of these modules and of all that they import. */
function filesOf({ modules, chunks }: Wanted): string[] {
  const wanted = new Set(modules.map((path) => chunkOf({ path, chunks })))
  // A Set accepts new members during iteration.
  for (const { imports } of wanted) for (const chunk of chunks) if (imports.includes(chunk.fileName)) wanted.add(chunk)
  return [...wanted].map(({ fileName }) => `/${fileName}`)
}

function chunkOf({ path, chunks }: { path: string; chunks: readonly Rolldown.OutputChunk[] }): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${path}`)))
  if (!chunk) throw new Error(`the build has no chunk of ${path}`)
  return chunk
}
