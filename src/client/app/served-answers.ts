import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { EarlierAnswers } from './persist-queries.ts'

const ServedAnswers = z.array(z.object({ path: z.string(), input: z.unknown(), reply: z.unknown() }))

/** What the server has written into a public page is not asked for again: the page's words stay while the app takes their place. */
export function takeServedAnswers(earlier: EarlierAnswers): void {
  const text = document.getElementById('answers')?.textContent
  if (!text) return
  for (const { path, input, reply: data } of ServedAnswers.safeParse(JSON.parse(text)).data ?? []) {
    const queryKey = [path, input]
    earlier.set(hashKey(queryKey), { queryKey, data, dataUpdatedAt: servedAt() })
  }
}

/** On a slow line the prices of the page are some seconds old by now, and are asked for again. */
function servedAt(): number {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming ? performance.timeOrigin + page.responseStart : Date.now()
}
