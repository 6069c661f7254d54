import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** What every page needs from packages: one file that changes only when a package does. */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|i18next|react-i18next|@tanstack|zod|ofetch|ufo|destr|idb-keyval|@emotion|stylis|@chakra-ui|use-sync-external-store)\//

/** What those packages export for some pages only. */
const LATER = /\/(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation|Trans(?:WithoutContext)?)\.js$/

const client = (path: string) => fileURLToPath(new URL(`../src/client/${path}`, import.meta.url))
const SHELL_ROOTS = [client('app/start-app.tsx'), client('lib/words.ts')]
const HOME_ROOTS = [`${client('routes/index.tsx')}?tsr-split=component`]
/** The words of the first page: small files that are always needed together. */
const FIRST_WORDS = /\/locales\/(fa|en)\/(?:shell|ui|home|otc|coins)\.ts$/
const FEATURES = client('features/')
const ROUTES = client('routes/')

/**
 * The file a module goes to; `null` leaves it to the bundler, which would make one of each small module that two
 * routes share: fifty requests for the first page. `shell` is what stands around every page, `home` the home page's
 * own parts, `kit` what it shares with others.
 */
function chunkOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  const inShell = reachableFrom({ roots: SHELL_ROOTS, graph }).has(id)
  const inHome = reachableFrom({ roots: HOME_ROOTS, graph }).has(id)
  const words = FIRST_WORDS.exec(id)?.[1]
  if (words !== undefined) return `words-${words}`
  if (BASE.test(id)) return LATER.test(id) ? null : 'base'
  if (inShell) return 'shell'
  if (!inHome) return null
  return id.startsWith(FEATURES) || id.startsWith(ROUTES) ? 'home' : 'kit'
}

/** A module takes what it imports along with it, unless a group before its own has that. */
export const CHUNKS = ['base', 'shell', 'kit', 'home', 'words-fa', 'words-en'].map((chunk, index) => ({
  name: (id: string, graph: Rolldown.ChunkingContext) => (chunkOf(id, graph) === chunk ? chunk : null),
  priority: 10 - index,
}))

const known = new WeakMap<readonly string[], ReadonlySet<string>>()

/** All modules that the roots import, directly or not; what they import later, when it is needed, is not among them. */
function reachableFrom({ roots, graph }: { roots: readonly string[]; graph: Rolldown.ChunkingContext }) {
  const before = known.get(roots)
  if (before !== undefined) return before
  const reached = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  known.set(roots, reached)
  return reached
}
