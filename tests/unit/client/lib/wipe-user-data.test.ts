import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { keepDraft, readDraft } from '#client/features/account/account-draft.ts'
import { draftFrom } from '#client/features/account/account-form.logic.ts'
import { keepPendingCode, readPendingCode } from '#client/features/auth/pending-code.ts'
import { keepPendingReset, readPendingReset } from '#client/features/auth/pending-reset.ts'
import { keepPendingSignOn, readPendingSignOn } from '#client/features/auth/pending-sign-on.ts'
import { noteSession, wasSignedIn } from '#client/lib/known-session.ts'
import { followWipes, wipeUserData } from '#client/lib/wipe-user-data.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { person } from '#tests/builders/session.ts'

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

test('logout forgets the account form that was half written, and keeps what is no person’s', () => {
  keepDraft({ draft: draftFrom(person()), owner: '+989123456789 Iran' })
  sessionStorage.setItem('elsewhere', 'kept')
  wipeUserData(new QueryClient())
  expect(readDraft('+989123456789 Iran')).toBeUndefined()
  expect(sessionStorage.getItem('elsewhere')).toBe('kept')
})

test('logout forgets the codes that were awaited, with the numbers that they went to', () => {
  const expiresAt = Date.now() + 120_000
  keepPendingCode({ mobileNumber: '09121234567', contact: '0912•••4567', expiresAt })
  keepPendingReset({ mobileNumber: '09121234567', channel: 'SMS', expiresAt })
  keepPendingSignOn({ email: 'anna@example.ir' })
  wipeUserData(new QueryClient())
  expect(readPendingCode()).toBeUndefined()
  expect(readPendingReset()).toBeUndefined()
  expect(readPendingSignOn()).toEqual({})
})

test('after a logout of this device nothing says that a session was ended elsewhere', () => {
  noteSession()
  expect(wasSignedIn()).toBe(true)
  wipeUserData(new QueryClient())
  expect(wasSignedIn()).toBe(false)
})

test('a wipe is said to the other tabs, and one that another tab says is repeated', async () => {
  const received = vi.fn()
  const another = new BroadcastChannel('kimia-session')
  another.onmessage = received
  const client = new QueryClient()
  const onWiped = vi.fn()
  const stop = followWipes(client, onWiped)
  wipeUserData(client)
  await vi.waitFor(() => expect(received).toHaveBeenCalledOnce())
  // The page's own message must not wipe the data of a session that begins after the wipe.
  client.setQueryData(['wallets'], 'one gram')
  another.postMessage('another page')
  await vi.waitFor(() => expect(client.getQueryData(['wallets'])).toBeUndefined())
  expect(onWiped).toHaveBeenCalledOnce()
  stop()
  another.close()
})

test.each([
  ['of another user are asked for again', 2, ''],
  ['of a visitor are not, since each would be refused', 1, '; max-age=0'],
])('lists on the screen %s', async (_what, most, ended) => {
  const ask = vi.fn(async () => 'one gram')
  const client = new QueryClient()
  const stop = new QueryObserver(client, { queryKey: ['wallets'], queryFn: ask }).subscribe(() => undefined)
  await vi.waitFor(() => expect(client.getQueryData(['wallets'])).toBe('one gram'))
  Object.assign(document, { cookie: `${SESSION_MARK}=next; path=/${ended}` })
  wipeUserData(client)
  expect(client.getQueryData(['wallets'])).toBeUndefined()
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(ask).toHaveBeenCalledTimes(most)
  stop()
})
