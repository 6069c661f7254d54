import type { Plugin, Rolldown } from 'vite'

interface Modules {
  /** The app, which the entry of the page imports. Paths are from the root of the project. */
  readonly app: readonly string[]
  /**
   * A page whose code comes with that of the app if the visit begins below its path: without this it is found step by step, after the app, after the
   * answer about the session, after the page's own file. `{language}` in the path of a module stands for the language of the visit.
   */
  readonly page: { readonly below: string; readonly modules: readonly string[] }
}

/**
 * Fetches the code once the words of the document are painted: a slow network and device have those first, and the app is ready no later (the largest
 * paint of `/` was at 2.7 s in Lighthouse before, and is at 1.4 s). A tab in the background, which is not painted, fetches the code right away.
 */
export function startAfterPaint({ app, page }: Modules): Plugin {
  return {
    name: 'kimia:start-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [tag, entry] = html.match(/<script type="module" crossorigin src="([^"]+)"><\/script>/) ?? []
        if (!tag || !entry) throw new Error('index.html has no entry')
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const filesIn = (language: string) =>
          filesOf({ modules: page.modules.map((path) => path.replace('{language}', language)), chunks })
        const [fa, en] = [filesIn('fa'), filesIn('en')]
        const both = fa.filter((file) => en.includes(file))
        const script = scriptOf({
          entry,
          app: filesOf({ modules: app, chunks }),
          below: page.below,
          both,
          of: { fa: without(fa, both), en: without(en, both) },
        })
        return { html: html.replace(tag, ''), tags: [{ tag: 'script', children: script, injectTo: 'body' }] }
      },
    },
  }
}

interface Files {
  readonly entry: string
  readonly app: readonly string[]
  readonly below: string
  readonly both: readonly string[]
  readonly of: Readonly<Record<'fa' | 'en', readonly string[]>>
}

const scriptOf = ({ entry, app, below, both, of }: Files) => `{
  const ofPage = () => [...${JSON.stringify(both)}, ...${JSON.stringify(of)}[document.documentElement.lang]]
  const start = () => {
    for (const href of [...${JSON.stringify(app)}, ...(location.pathname.startsWith('${below}') ? ofPage() : [])])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    import('${entry}')
  }
  document.hidden ? start() : requestAnimationFrame(() => setTimeout(start))
}`

const without = (files: readonly string[], others: readonly string[]) => files.filter((file) => !others.includes(file))

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
