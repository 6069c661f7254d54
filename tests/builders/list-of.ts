import type { Sent } from './mock-endpoint.ts'

/** A list of one's own things as the API gives it, from whichever row the cursor names: ten rows where the request does not say how many. */
export function listOf<Row>(newestFirst: readonly Row[], { query }: Pick<Sent, 'query'>) {
  const size = Number(query.size ?? 10)
  // Like an id, a cursor counts from the oldest row, so that it means the same when new ones come.
  const from = query.before ? newestFirst.length - Number(query.before) + 1 : 0
  const content = newestFirst.slice(from, from + size)
  const isMore = from + size < newestFirst.length
  return { content, ...(isMore && { next: String(newestFirst.length - from - size + 1) }) }
}
