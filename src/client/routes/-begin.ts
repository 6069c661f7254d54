import type { QueryClient } from '@tanstack/react-query'

interface Loading {
  readonly context: { readonly queryClient: QueryClient }
  /** The user points at a link to the page, and may not press it. */
  readonly preload: boolean
}

/** Sends the requests of a page while its code is still loading. The page waits for none of them: it shows the answers that have arrived. */
export function begin({ context, preload }: Loading, send: (client: QueryClient) => Promise<void>): void {
  // If they fail, the page sends them again itself once it is loaded.
  if (!preload) send(context.queryClient).catch(() => undefined)
}
