import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { createStore, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { KEPT_MS_MAX } from '#client/lib/endpoint-query.ts'

/** A database that hangs (another tab upgrading it, a full disk) must not keep the app from starting. */
const RESTORE_MS_MAX = 1_500

/** Limits the size of a save for users who read many pages. */
const KEPT_QUERIES_MAX = 100
/** A page that is hidden or left saves at once; these are for one that ends without a word. The first answers are saved soon, later ones each minute. */
const SAVE_SOON_MS = 2_000
const SAVE_EVERY_MS = 60_000

const KEY = 'public'

const KeptAnswer = z.object({ queryKey: z.array(z.unknown()), data: z.unknown(), dataUpdatedAt: z.number() })
type KeptAnswer = z.output<typeof KeptAnswer>
const Kept = z.object({ buster: z.string(), answers: z.array(KeptAnswer) })

/** Answers to other pages than this one, by the hash of their query's key. */
export type EarlierAnswers = Map<string, KeptAnswer>

/**
 * Brings back the public answers of the last visit and keeps the device's copy up to date from then on. This is the one place that writes answers to
 * the disk: the worker keeps none, and nothing of a user is ever written. Each answer enters the cache with the first query for it, and only as the
 * schema of its endpoint reads it: React Query's own persister would put it there unread.
 */
export async function persistQueries(client: QueryClient): Promise<EarlierAnswers> {
  const store = createStore('kimia', 'answers')
  const earlier: EarlierAnswers = new Map()
  const restored = get<string>(KEY, store).then((text) => {
    for (const answer of parseKept(text)) earlier.set(hashKey(answer.queryKey), answer)
  })
  const timeout = new Promise((resolve) => setTimeout(resolve, RESTORE_MS_MAX))
  await Promise.race([Promise.allSettled([restored]), timeout])
  takeUp({ client, earlier })
  saveNowAndThen(client, () => {
    const answers = client.getQueryCache().getAll().filter(isKept).map(answerOf)
    // A disk that takes nothing costs the next start without a network, and nothing else.
    set(KEY, serialize([...answers, ...earlier.values()]), store).catch(() => undefined)
  })
  return earlier
}

const answerOf = ({ queryKey, state: { data, dataUpdatedAt } }: Query): KeptAnswer => ({
  ...{ queryKey: [...queryKey], data, dataUpdatedAt },
})

function parseKept(text: string | undefined): readonly KeptAnswer[] {
  const kept = Kept.safeParse(JSON.parse(text ?? 'null')).data
  return kept?.buster === __CONTRACT_HASH__ ? kept.answers : []
}

/** Gives each query that begins the answer of its key from before, where there is one and the schema of today reads it. */
function takeUp({ client, earlier }: { client: QueryClient; earlier: EarlierAnswers }): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    const kept = type === 'added' ? earlier.get(query.queryHash) : undefined
    if (!kept) return
    earlier.delete(query.queryHash)
    const read = query.meta?.reply?.safeParse(kept.data)
    if (read?.success && query.state.data === undefined)
      query.setData(read.data, { updatedAt: kept.dataUpdatedAt, manual: true })
  })
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

/** The answers that arrived last, as text. Those that are too old go. */
export function serialize(answers: readonly KeptAnswer[]): string {
  const newest = answers
    .filter(({ dataUpdatedAt }) => dataUpdatedAt > Date.now() - KEPT_MS_MAX)
    .sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)
    .slice(0, KEPT_QUERIES_MAX)
  return JSON.stringify({ buster: __CONTRACT_HASH__, answers: newest } satisfies z.output<typeof Kept>)
}
