import { afterEach, expect, test } from 'vitest'
import { createAppRouter } from '#client/app/router.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { type Language, setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { queryClientOfApp } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

clientServer()
afterEach(() => window.history.replaceState(null, '', '/'))

async function pathAfter(href: string, language: Language): Promise<string> {
  setLanguage(language)
  const queryClient = queryClientOfApp()
  queryClient.setQueryData(sessionQuery().queryKey, person({ authorized: true, authenticationType: 'AUTHORIZED' }))
  window.history.replaceState(null, '', href)
  const router = createAppRouter({ queryClient, words: await startWords() })
  await router.load()
  return router.state.location.pathname
}

test.each([
  ['/profile/trade', '/profile/trade/TOMAN/GOLD'],
  ['/profile/trade/TETHER/TETHER', '/profile/trade/TOMAN/TETHER'],
  ['/profile/trade/TOMAN/TOMAN', '/profile/trade/TOMAN/TETHER'],
])('%s leads to %s in both languages', async (from, to) => {
  expect(await pathAfter(from, 'fa')).toBe(to)
  expect(await pathAfter(from, 'en')).toBe(to)
})
