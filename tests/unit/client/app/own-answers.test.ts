import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'
import { persistOwnAnswers } from '#client/app/own-answers.ts'
import { createQueryClient } from '#client/app/query-client.ts'
import { ensureSession, lacksPerson, sessionQuery } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { getAccount } from '#contract/account.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { getWallets } from '#contract/wallets.ts'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

// The device's disk.
vi.mock('idb-keyval', () => ({ createStore: vi.fn(), del: vi.fn(), get: vi.fn(), set: vi.fn() }))
const server = clientServer()
const ACCOUNT = person({ authorized: true, firstName: 'مینا', mobileNumber: '+989121234567' })
const GOLD = { coin: 'GOLD', credit: '1.5', blockedCredit: '0', totalBalance: '1.5', wholePriceOfCredit: null }

const signedInAs = (mark: string) => Object.assign(document, { cookie: `${SESSION_MARK}=${mark}; path=/` })
const written = () => String(vi.mocked(set).mock.lastCall?.[1] ?? '')
const save = () => window.dispatchEvent(new Event('pagehide'))

beforeEach(() => {
  vi.stubGlobal('__CONTRACT_HASH__', 'today')
  vi.mocked(get).mockReset().mockResolvedValue(undefined)
  vi.mocked(set).mockReset().mockResolvedValue(undefined)
  vi.mocked(del).mockReset().mockResolvedValue(undefined)
  signedInAs('first')
})

/** A page on which the user has seen the wallet, and what it has written. */
async function visit() {
  server.use(mockEndpoint(getAccount, { baseDTO: ACCOUNT }), mockEndpoint(getWallets, { baseDTO: { GOLD } }))
  const client = createQueryClient()
  await persistOwnAnswers(client)
  await client.fetchQuery(sessionQuery())
  await client.fetchQuery(walletsQuery())
  save()
  return client
}

/** A page opened on what the last one wrote, while no server answers. */
async function visitWithoutServer(text: string): Promise<QueryClient> {
  server.use(
    mockEndpoint(getAccount, () => NO_ANSWER),
    mockEndpoint(getWallets, () => NO_ANSWER),
  )
  vi.mocked(get).mockResolvedValue(text)
  const client = createQueryClient()
  await persistOwnAnswers(client)
  return client
}

test('figures are kept, and nothing that says whose they are', async () => {
  await visit()
  expect(written()).toContain('"totalBalance":"1.5"')
  expect(written()).toContain('"authorized":true')
  for (const personal of ['مینا', '9121234567', ACCOUNT.referralCode]) expect(written()).not.toContain(personal)
})

test('without a server the user stays signed in, with the last known figures at their age', async () => {
  const before = await visit()
  const client = await visitWithoutServer(written())
  const session = await ensureSession(client)
  expect(session).toMatchObject({ authorized: true })
  expect(session && lacksPerson(session)).toBe(true)
  void new QueryObserver(client, walletsQuery())
  const kept = client.getQueryState(walletsQuery().queryKey)
  expect(kept?.data?.baseDTO).toEqual({ GOLD })
  expect(kept?.dataUpdatedAt).toBe(before.getQueryState(walletsQuery().queryKey)?.dataUpdatedAt)
})

test('another session sees nothing of them', async () => {
  await visit()
  signedInAs('second')
  const client = await visitWithoutServer(written())
  void new QueryObserver(client, walletsQuery())
  expect(client.getQueryState(walletsQuery().queryKey)?.data).toBeUndefined()
})

test('a logout deletes them, and nothing is written for the session that has ended', async () => {
  const client = await visit()
  vi.mocked(set).mockClear()
  Object.assign(document, { cookie: `${SESSION_MARK}=; path=/; max-age=0` })
  wipeUserData(client)
  expect(del).toHaveBeenCalledWith('own', undefined)
  client.setQueryData(walletsQuery().queryKey, { baseDTO: { GOLD } })
  save()
  expect(set).not.toHaveBeenCalled()
})

test('figures of one session are never written under the mark of the next', async () => {
  const client = await visit()
  vi.mocked(set).mockClear()
  signedInAs('second')
  client.setQueryData(walletsQuery().queryKey, { baseDTO: { GOLD } })
  save()
  expect(set).not.toHaveBeenCalled()
})

test('a tab of a visitor keeps nobody as the user who logs in beside it', async () => {
  Object.assign(document, { cookie: `${SESSION_MARK}=; max-age=0; path=/` })
  server.use(mockEndpoint(getAccount, refuseWith('UNAUTHENTICATED')))
  const client = createQueryClient()
  await persistOwnAnswers(client)
  expect(await client.fetchQuery(sessionQuery())).toBeNull()
  // The other tab of the browser.
  signedInAs('second')
  save()
  expect(written()).not.toContain('"data":null')
})
