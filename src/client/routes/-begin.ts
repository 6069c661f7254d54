import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { loadRichText } from '#client/ui/rich-text.tsx'

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

interface LoadingWords {
  readonly context: { readonly words: i18n }
}

/**
 * Loads the words of a public page and the code of its formatted text. The text that the server wrote is shown until then; without them the page
 * would take its place empty.
 */
export async function loadPublicPage({ context }: LoadingWords, areas = ['public']): Promise<void> {
  await Promise.all([loadRichText(), context.words.loadNamespaces(areas)])
}
