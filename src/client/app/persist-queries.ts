import type { Query, QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  type Persister,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/react-query-persist-client'
import { createStore, del, get, set } from 'idb-keyval'
import { KEPT_MS_MAX } from '#client/lib/endpoint-query.ts'

/** A database that hangs (another tab upgrading it, a full disk) must not keep the app from starting. */
const RESTORE_MS_MAX = 1_500

/** Limits the size of a save for users who read many pages. */
const KEPT_QUERIES_MAX = 100
/** A page that is hidden or left saves at once; these are for one that ends without a word. The first answers are saved soon, later ones each minute. */
const SAVE_SOON_MS = 2_000
const SAVE_EVERY_MS = 60_000

/**
 * Brings back the public answers of the last visit and keeps the device's copy up to date from then on. This is the one place that writes answers to
 * the disk: the worker keeps none, and nothing of a user is ever written. To be awaited before anything fetches: restored later, an old answer could
 * take the place of a new one.
 */
export async function persistQueries(client: QueryClient): Promise<void> {
  const kept = {
    queryClient: client,
    persister: indexedDbPersister(),
    buster: __CONTRACT_HASH__,
    maxAge: KEPT_MS_MAX,
    dehydrateOptions: { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false },
  }
  const restored = persistQueryClientRestore(kept)
  const timeout = new Promise((resolve) => setTimeout(resolve, RESTORE_MS_MAX))
  await Promise.race([Promise.allSettled([restored]), timeout])
  saveNowAndThen(client, () => void persistQueryClientSave(kept))
}

/** Saves when the page is hidden or left, and once a minute at most, where a kept answer has arrived since the last save. */
function saveNowAndThen(client: QueryClient, save: () => void): void {
  let hasNews = false
  let savedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const saveNews = () => {
    if (!hasNews) return
    hasNews = false
    clearTimeout(timer)
    timer = undefined
    savedAt = Date.now()
    save()
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKept(query)) return
    hasNews = true
    timer ??= setTimeout(saveNews, Math.max(SAVE_SOON_MS, savedAt + SAVE_EVERY_MS - Date.now()))
  })
  window.addEventListener('pagehide', saveNews)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveNews()
  })
}

/** Whether an answer may be written to the disk. A query in error still holds its last answer, and that is when it is needed. */
export const isKept = ({ state, meta }: Pick<Query, 'meta' | 'state'>): boolean =>
  state.data !== undefined && meta?.offline === 'keep' && meta.access === 'public'

/** The answers that arrived last, as text. */
export function serialize(persisted: PersistedClient): string {
  const newestFirst = persisted.clientState.queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const queries = newestFirst.slice(0, KEPT_QUERIES_MAX)
  return JSON.stringify({ ...persisted, clientState: { ...persisted.clientState, queries } })
}

const KEY = 'public'

function indexedDbPersister(): Persister {
  const store = createStore('kimia', 'answers')
  return {
    // A disk that takes nothing costs the next start without a network, and nothing else.
    persistClient: (persisted) => set(KEY, serialize(persisted), store).catch(() => undefined),
    restoreClient: async () => {
      const text = await get<string>(KEY, store)
      return text === undefined ? undefined : JSON.parse(text)
    },
    removeClient: () => del(KEY, store),
  }
}
