import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { EarlierAnswers } from './persist-queries.ts'

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
