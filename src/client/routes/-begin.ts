import type { QueryClient } from '@tanstack/react-query'

interface Loading {
  readonly context: { readonly queryClient: QueryClient }
  /** Somebody points at a link to the page, and may not press it. */
  readonly preload: boolean
}

/** Sends the requests of a page while its code is still on its way. The page waits for none of them: it shows what has come. */
export function begin({ context, preload }: Loading, send: (client: QueryClient) => Promise<void>): void {
  // Without them the page asks by itself, when it is here.
  if (!preload) send(context.queryClient).catch(() => undefined)
}
