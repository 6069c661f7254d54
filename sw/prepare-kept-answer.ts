import { STORED_AT_HEADER } from '#contract/worker.ts'

/**
 * The copy of an answer that is kept, with the time it was given, to be shown beside it on the day there is no network.
 * `null` where the answer must not be kept: a refusal, or one that the server forbids to store.
 */
export function prepareKeptAnswer({
  response,
  now,
}: {
  readonly response: Response
  readonly now: Date
}): Response | null {
  if (response.status !== 200) return null
  if (/\b(?:no-store|private)\b/i.test(response.headers.get('cache-control') ?? '')) return null
  const headers = new Headers(response.headers)
  headers.set(STORED_AT_HEADER, now.toISOString())
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
