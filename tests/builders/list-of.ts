import type { Sent } from './mock-endpoint.ts'

/** A list of one's own things as the API returns it, after the row of the cursor: ten rows unless the request says otherwise. */
export function listOf<Row>(newestFirst: readonly Row[], { query }: Pick<Sent, 'query'>) {
  const size = Number(query.size ?? 10)
  // A cursor counts from the oldest row, as an id does, so that new rows do not change its meaning.
  const from = query.before ? newestFirst.length - Number(query.before) + 1 : 0
  const content = newestFirst.slice(from, from + size)
  const isMore = from + size < newestFirst.length
  return { content, ...(isMore && { next: String(newestFirst.length - from - size + 1) }) }
}
