import type { Plugin, Rolldown } from 'vite'

/** Sources of the files that every visitor's device precaches: the shell around the pages, the pages of a phone's bottom bar, and quick trade. */
const AROUND = ['src/client/app/', 'src/client/features/shell/']
/** Listed by its folder: the entry itself imports quick trade's parts, and the entry's later imports are not followed. */
const QUICK_TRADE = 'src/client/features/otc/'
/** Files of several modules (the groups of vite.config.ts). */
const GROUPS = /^(?:quick-trade|words-(?:first|trade|own)-\w+)$/
const PAGES = ['index', 'markets', 'profile', 'profile.index', 'profile.otc', 'profile.trade.', 'profile.wallet']
const AREAS = ['app', 'order-kinds', 'public']
/**
 * Targets of imports that are fetched only when the user goes there, of one that only a list of more than a hundred markets needs, of the
 * calendar of an order's expiry, the effect of a trade on a position, the picture of a receipt, the sheets of withdrawals, transfers, deliveries and
 * coin deposits, the worth over time, which is never kept, and the outside wallet of a purchase: no money moves offline, and of what is drawn into a chart or calculated on request, and of the markets beside the chart, which no
 * phone shows.
 */
const ELSEWHERE =
  /\/src\/(?:client\/(?:app\/offer-install|features\/operations\/|features\/markets\/long-|features\/otc\/receipt-|features\/wallet\/(?:(?:withdraw|coin-deposit|coin-withdraw|transfer|delivery)-sheet|worth-card|profit-bars)|features\/otc\/outside-deal|entities\/saved-address\/|entities\/withdrawal\/scan-|entities\/wallet\/(?:trade-effect|order-profit|profit-calculator-sheet)|features\/trade\/ticker-table|features\/trade\/chart\/(?:chart-options|chart-extras|order-marks|drawings)|ui\/day-selects|locales\/|routes\/)|contract\/words\/)/

/**
 * Finds the files that the worker precaches: the entries, the pages with all their later imports, and their words in both languages. Any other page
 * is cached when visited. The names are known once the bundle is written, before the worker is built.
 */
export function precachedFiles() {
  const names = new Set<string>()
  const plugin: Plugin = {
    name: 'kimia:precached-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      for (const name of namesOf(chunks)) names.add(name)
    },
  }
  return { plugin, has: (url: string) => !url.endsWith('.js') || names.has(url) }
}

function namesOf(chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const wanted = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || wanted.has(chunk)) return
    wanted.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
    // The entry may import any page.
    if (chunk.isEntry) return
    for (const name of chunk.dynamicImports) if (!isElsewhere(byName.get(name))) add(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry || isPrecached(chunk)) add(chunk)
  return new Set([...wanted].map(({ fileName }) => fileName))
}

const isElsewhere = (chunk: Rolldown.OutputChunk | undefined) => ELSEWHERE.test(chunk?.facadeModuleId ?? '')

function isPrecached({ facadeModuleId, name: group }: Rolldown.OutputChunk): boolean {
  if (GROUPS.test(group)) return true
  const path = facadeModuleId?.replace(/\?.*$/, '') ?? ''
  if ([...AROUND, QUICK_TRADE].some((folder) => path.includes(`/${folder}`))) return !ELSEWHERE.test(path)
  const area = /\/src\/client\/locales\/\w+\/([\w-]+)\.ts$/.exec(path)?.[1]
  const page = /\/src\/client\/routes\/([\w.$]+)\.tsx$/.exec(path)?.[1]
  return AREAS.some((name) => name === area) || PAGES.some((name) => isPage(page, name))
}

/** A name that ends with a dot matches all pages that begin with it. */
const isPage = (page: string | undefined, name: string) => (name.endsWith('.') ? page?.startsWith(name) : page === name)
