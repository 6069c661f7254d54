import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { createStore, del, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { KEPT_MS_MAX } from '#client/lib/endpoint-query.ts'
import { sessionMark } from '#client/lib/session-mark.ts'

/** A database that hangs (another tab upgrading it, a full disk) must not keep the app from starting. */
const RESTORE_MS_MAX = 1_500

/** Limits the size of a save for users who read many pages. */
const KEPT_QUERIES_MAX = 100
/**
 * A hidden or closed page saves right away; these intervals are for a page that the system ends without an event. The first answers are saved soon, later ones
 * once a minute.
 */
const SAVE_SOON_MS = 2_000
const SAVE_EVERY_MS = 60_000

const KEY = 'public'
export const OWN_KEY = 'own'

/** The answers on the device: those for everybody, and those of its user (own-answers.ts). */
export const answersStore = () => createStore('kimia', 'answers')

const KeptAnswer = z.object({ queryKey: z.array(z.unknown()), data: z.unknown(), dataUpdatedAt: z.number() })
type KeptAnswer = z.output<typeof KeptAnswer>
/** `mark` names the session that the answers belong to; those for everybody have none. */
const Kept = z.object({ buster: z.string(), mark: z.optional(z.string()), answers: z.array(KeptAnswer) })

/** Restored answers that no query has used yet, by the hash of the query's key. */
export type EarlierAnswers = Map<string, KeptAnswer>

/**
 * Restores the public answers of the last visit and keeps the copy on the device up to date. The worker stores no answer; those of a user are kept
 * apart, by own-answers.ts. An answer enters the cache with the first query for it, and only if the schema of its endpoint
 * can read it: React Query's own persister would restore it unchecked.
 */
export async function persistQueries(client: QueryClient): Promise<EarlierAnswers> {
  const store = answersStore()
  // A session that has ended while no page was open, such as by its cookie's age.
  if (sessionMark() === undefined) del(OWN_KEY, store).catch(() => undefined)
  const earlier: EarlierAnswers = new Map()
  const restored = get<string>(KEY, store).then((text) => {
    for (const answer of parseKept(text)) earlier.set(hashKey(answer.queryKey), answer)
  })
  const timeout = new Promise((resolve) => setTimeout(resolve, RESTORE_MS_MAX))
  await Promise.race([Promise.allSettled([restored]), timeout])
  takeUp({ client, earlier })
  saveNowAndThen({ client, isKept }, () => {
    const answers = client.getQueryCache().getAll().filter(isKept).map(answerOf)
    // A failed write costs only what the next start without a network could show.
    set(KEY, serialize([...answers, ...earlier.values()]), store).catch(() => undefined)
  })
  return earlier
}

export const answerOf = ({ queryKey, state: { data, dataUpdatedAt } }: Query): KeptAnswer => ({
  ...{ queryKey: [...queryKey], data, dataUpdatedAt },
})

export function parseKept(text: string | undefined, mark?: string): readonly KeptAnswer[] {
  const kept = Kept.safeParse(JSON.parse(text ?? 'null')).data
  return kept?.buster === __CONTRACT_HASH__ && kept.mark === mark ? kept.answers : []
}

/** Gives each new query the kept answer of its key, if today's schema can read it. */
export function takeUp({ client, earlier }: { client: QueryClient; earlier: EarlierAnswers }): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    const kept = type === 'added' ? earlier.get(query.queryHash) : undefined
    if (!kept) return
    earlier.delete(query.queryHash)
    const read = query.meta?.reply?.safeParse(kept.data)
    if (!read?.success || query.state.data !== undefined) return
    query.setData(read.data, { updatedAt: kept.dataUpdatedAt, manual: true })
    // The stream may be connected already, but has not brought this answer up to date.
    if (query.meta?.stream) query.invalidate()
  })
}

/** Saves when the page is hidden or left, and at most once a minute, if a kept answer has arrived since the last save. */
export function saveNowAndThen({ client, isKept }: { client: QueryClient; isKept: IsKept }, save: () => void): void {
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

type IsKept = (query: Pick<Query, 'meta' | 'state'>) => boolean

/** Whether an answer for everybody may be written to the disk. A failed query still holds its last answer, which an offline start shows. */
export const isKept: IsKept = ({ state, meta }) =>
  state.data !== undefined && meta?.offline === 'keep' && meta.access === 'public'

/** The newest answers, as text. Answers that are too old are dropped. */
export function serialize(answers: readonly KeptAnswer[], mark?: string): string {
  const newest = answers
    .filter(({ dataUpdatedAt }) => dataUpdatedAt > Date.now() - KEPT_MS_MAX)
    .sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)
    .slice(0, KEPT_QUERIES_MAX)
  return JSON.stringify({ buster: __CONTRACT_HASH__, mark, answers: newest } satisfies z.output<typeof Kept>)
}

const ServedAnswers = z.array(z.object({ path: z.string(), input: z.unknown(), reply: z.unknown() }))

/** Takes over the answers that the server embedded in the HTML, so that the app shows the same data without fetching it again. */
export function seedCacheFromHtml(earlier: EarlierAnswers): void {
  const text = document.getElementById('answers')?.textContent
  if (!text) return
  for (const { path, input, reply: data } of ServedAnswers.safeParse(JSON.parse(text)).data ?? []) {
    const queryKey = [path, input]
    earlier.set(hashKey(queryKey), { queryKey, data, dataUpdatedAt: servedAt() })
  }
}

/** On a slow line the embedded prices are seconds old when the app starts, and are fetched again. */
function servedAt(): number {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming ? performance.timeOrigin + page.responseStart : Date.now()
}
