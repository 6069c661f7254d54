import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import { type PersistedClient, persistQueryClient } from '@tanstack/react-query-persist-client'
import { createStore, del, get, set } from 'idb-keyval'
import { KEPT_MS_MAX } from '#client/lib/endpoint-query.ts'

/** A database that hangs (another tab upgrading it, a full disk) must not keep the app from starting. */
const RESTORE_MS_MAX = 1_500

/** Limits the size of a save for users who visit the charts of many markets. */
const KEPT_QUERIES_MAX = 40
const SAVE_EVERY_MS = 2_000

/** Public and user data are stored apart, so that a logout wipes the user's alone. */
const PARTS = ['public', 'user'] as const
type Part = (typeof PARTS)[number]

/**
 * Brings back the answers of the last visit and keeps the device's copy up to date from then on. To be awaited before
 * anything fetches: what is fetched before is never written.
 */
export async function persistQueries(client: QueryClient): Promise<void> {
  const restored = PARTS.map((part) => persistPart({ client, part }))
  const timeout = new Promise((resolve) => setTimeout(resolve, RESTORE_MS_MAX))
  await Promise.race([Promise.allSettled(restored), timeout])
}

/**
 * The part a query is kept in; `undefined` for what never touches the disk. A query in error still holds its last
 * data, and that is when it is needed.
 */
export function partOf(query: Pick<Query, 'meta' | 'state'>): Part | undefined {
  if (query.state.data === undefined || query.meta?.offline !== 'keep') return undefined
  return query.meta.access === 'public' ? 'public' : 'user'
}

function persistPart({ client, part }: { client: QueryClient; part: Part }): Promise<void> {
  const [, restored] = persistQueryClient({
    queryClient: client,
    persister: createAsyncStoragePersister({
      storage: indexedDbStorage(),
      key: part,
      throttleTime: SAVE_EVERY_MS,
      serialize,
    }),
    buster: __CONTRACT_HASH__,
    maxAge: KEPT_MS_MAX,
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => partOf(query) === part,
      shouldDehydrateMutation: () => false,
    },
  })
  return restored
}

/** The answers that arrived last, as text. */
export function serialize(persisted: PersistedClient): string {
  const newestFirst = persisted.clientState.queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const queries = newestFirst.slice(0, KEPT_QUERIES_MAX)
  return JSON.stringify({ ...persisted, clientState: { ...persisted.clientState, queries } })
}

function indexedDbStorage() {
  const store = createStore('kimia', 'answers')
  return {
    getItem: (key: string) => get<string>(key, store),
    setItem: (key: string, text: string) => set(key, text, store),
    removeItem: (key: string) => del(key, store),
  }
}
