import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { followWipes, wipeUserData } from '#client/lib/wipe-user-data.ts'

test('logout forgets what is not public, and only that', () => {
  const client = new QueryClient()
  client.setQueryDefaults(['prices'], { meta: { access: 'public', offline: 'keep' } })
  client.setQueryDefaults(['wallets'], { meta: { access: 'user', offline: 'never' } })
  for (const name of ['prices', 'wallets', 'unsaid']) client.setQueryData([name], name)
  wipeUserData(client)
  expect(client.getQueryData(['prices'])).toBe('prices')
  expect(client.getQueryData(['wallets'])).toBeUndefined()
  expect(client.getQueryData(['unsaid'])).toBeUndefined()
})

test('the other tabs forget too', async () => {
  const here = new QueryClient()
  const there = new QueryClient()
  there.setQueryData(['wallets'], 'one gram')
  const stop = followWipes(there)
  wipeUserData(here)
  await vi.waitFor(() => expect(there.getQueryData(['wallets'])).toBeUndefined())
  stop()
})
