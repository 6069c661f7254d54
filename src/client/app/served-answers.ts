import type { QueryClient } from '@tanstack/react-query'

interface ServedAnswer {
  readonly path: string
  readonly input: unknown
  readonly reply: unknown
}

/** What the server has written into a public page is not asked for again: the page's words stay while the app takes their place. */
export function takeServedAnswers(client: QueryClient): void {
  const text = document.getElementById('answers')?.textContent
  if (!text) return
  const answers: readonly ServedAnswer[] = JSON.parse(text)
  for (const { path, input, reply } of answers) client.setQueryData([path, input], reply, { updatedAt: servedAt() })
}

/** On a slow line the prices of the page are some seconds old by now, and are asked for again. */
function servedAt(): number {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming ? performance.timeOrigin + page.responseStart : Date.now()
}
