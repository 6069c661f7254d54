import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { callApi } from '#client/lib/call-api.ts'
import { language } from '#client/lib/locale.ts'
import { sessionQuery } from '#client/lib/session.ts'
import { setMessageLanguage } from '#contract/session.ts'

/** Stores a changed language of the screen on the server, so that messages to the user use it, too. Returns the function that stops it. */
export function keepLanguage({ words, client }: { words: i18n; client: QueryClient }): () => void {
  const keep = () => {
    if (!client.getQueryData(sessionQuery().queryKey)) return
    // The screen has changed already, and a message in the other language does no harm.
    callApi(setMessageLanguage, { body: { language: language() } }).catch(() => undefined)
  }
  words.on('languageChanged', keep)
  return () => words.off('languageChanged', keep)
}
