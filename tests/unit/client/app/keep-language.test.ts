import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { keepLanguage } from '#client/app/follow-user.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { setMessageLanguage } from '#contract/session.ts'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
afterEach(() => setLanguage('fa'))

test('a switch of the language is kept with the user who is signed in, and with nobody else', async () => {
  const sent: unknown[] = []
  server.use(
    mockEndpoint(setMessageLanguage, ({ body }) => {
      sent.push(body)
      return {}
    }),
  )
  const client = new QueryClient()
  const words = await startWords()
  const stop = keepLanguage({ words, client })
  await words.changeLanguage('en')
  client.setQueryData(sessionQuery().queryKey, person())
  await words.changeLanguage('fa')
  await vi.waitFor(() => expect(sent).toEqual([{ language: 'fa' }]))
  stop()
  await words.changeLanguage('en')
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(sent).toHaveLength(1)
})
