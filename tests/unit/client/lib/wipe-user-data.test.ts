import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { draftFrom, keepDraft, readDraft } from '#client/features/account/account-form.logic.ts'
import { pendingCode, pendingReset, pendingSignOn } from '#client/features/auth/pending-code.ts'
import { noteSession, wasSignedIn } from '#client/lib/session-mark.ts'
import { tabValue } from '#client/lib/tab-value.ts'
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
  pendingCode.keep({ mobileNumber: '09121234567', contact: '0912•••4567', expiresAt })
  pendingReset.keep({ mobileNumber: '09121234567', channel: 'SMS', expiresAt })
  pendingSignOn.keep({ email: 'anna@example.ir' })
  wipeUserData(new QueryClient())
  expect(pendingCode.read()).toBeUndefined()
  expect(pendingReset.read()).toBeUndefined()
  expect(pendingSignOn.read()).toBeUndefined()
})

test('logout forgets each value of the tab that is said to be wiped, and no other', () => {
  const theirs = ['a letter', 'a number'].map((name) => tabValue(name, z.string(), { wipedAtLogout: true }))
  const ofTheTab = tabValue('shown once', z.string(), { wipedAtLogout: false })
  for (const value of [...theirs, ofTheTab]) value.keep('typed')
  wipeUserData(new QueryClient())
  expect(theirs.map((value) => value.read())).toEqual([undefined, undefined])
  expect(ofTheTab.read()).toBe('typed')
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
