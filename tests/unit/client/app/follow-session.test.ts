import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followSession } from '#client/app/follow-session.ts'
import { LOGOUT_KEY, readSession, sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { keepPending } from '#client/lib/pending-intentions.ts'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { getAccount } from '#contract/account.ts'
import { cancelAllOrders, getOrders } from '#contract/orders.ts'
import { checkOtpCode } from '#contract/users.ts'
import { getWallets } from '#contract/wallets.ts'
import { clientServer } from '#tests/builders/client-server.ts'
import { keptIntentions } from '#tests/builders/intention-screen.tsx'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
const ENDED = refuseWith('UNAUTHENTICATED')
const { queryKey } = sessionQuery()

let client = new QueryClient()
const router = {
  state: { location: { href: '/profile/trade/TOMAN/GOLD?tab=book' } },
  navigate: vi.fn(async () => undefined),
  invalidate: vi.fn(async () => undefined),
}
let stop: () => void = () => undefined
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(queryKey, person({ authorized: true }))
  client.setQueryData(['wallets'], 'one gram')
  router.navigate.mockClear()
  router.invalidate.mockClear()
  stop = followSession({ queryClient: client, router })
})
afterEach(() => stop())

const askWallets = () => callApi(getWallets, {}).catch(() => undefined)
function expectLoggedOut() {
  expect(client.getQueryData(queryKey)).toBeNull()
  expect(client.getQueryData(['wallets'])).toBeUndefined()
  expect(keptIntentions()).toEqual([])
  expect(router.navigate).toHaveBeenCalledExactlyOnceWith({
    to: '/login',
    search: { next: '/profile/trade/TOMAN/GOLD?tab=book', reason: 'session-ended' },
  })
}

test('a list that finds the session ended logs the page out, and leads over the login back to it', async () => {
  keepPending({ kind: 'order', key: 'key-1', terms: {}, sentAt: Date.now() })
  server.use(mockEndpoint(getWallets, ENDED))
  await client.prefetchQuery({ queryKey: ['list'], queryFn: () => callApi(getWallets, {}) })
  expectLoggedOut()
})

test('so does a command, and so does the question who is there', async () => {
  server.use(mockEndpoint(cancelAllOrders, ENDED))
  const command = new MutationObserver(client, {
    mutationFn: () => callApi(cancelAllOrders, { idempotencyKey: 'key-key-1' }),
  })
  await expect(command.mutate()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expectLoggedOut()

  client.setQueryData(queryKey, person())
  router.navigate.mockClear()
  server.use(mockEndpoint(getAccount, ENDED))
  expect(await readSession()).toBeNull()
  expectLoggedOut()
})

test('eleven lists that find it ended log out once', async () => {
  server.use(mockEndpoint(getWallets, ENDED), mockEndpoint(getOrders, ENDED))
  await Promise.all(Array.from({ length: 11 }, askWallets))
  expectLoggedOut()
})

test('a visitor who is refused stays on the page', async () => {
  client.setQueryData(queryKey, null)
  server.use(mockEndpoint(getWallets, ENDED))
  await askWallets()
  expect(router.navigate).not.toHaveBeenCalled()
})

test('other refusals, and a public call, end no session', async () => {
  server.use(mockEndpoint(getWallets, refuseWith('FORBIDDEN')), mockEndpoint(checkOtpCode, ENDED))
  await askWallets()
  await callApi(checkOtpCode, { body: { code: '123456', mobileNumber: '09121234567' } }).catch(() => undefined)
  expect(client.getQueryData(queryKey)).not.toBeNull()
  expect(router.navigate).not.toHaveBeenCalled()
})

test('a late answer to a call of the session before says nothing of the one that began since', async () => {
  server.use(mockEndpoint(getWallets, ENDED))
  const asked = askWallets()
  wipeUserData(client)
  client.setQueryData(queryKey, person({ mobileNumber: '+989120000000' }))
  await asked
  expect(client.getQueryData(queryKey)).toMatchObject({ mobileNumber: '+989120000000' })
  expect(router.navigate).not.toHaveBeenCalled()
})

test('what another tab has wiped is forgotten here too, and the guards are asked again', async () => {
  const another = new BroadcastChannel('kimia-session')
  another.postMessage('another page')
  another.close()
  await vi.waitFor(() => expect(router.invalidate).toHaveBeenCalledOnce())
  expect(client.getQueryData(['wallets'])).toBeUndefined()
})

test('a page that passed its guards before anybody could be asked is guarded again when the answer comes, once', async () => {
  client.removeQueries({ queryKey })
  const ask = (answer: () => Promise<null>) =>
    client.prefetchQuery({ queryKey, queryFn: answer, staleTime: 0 }).catch(() => undefined)
  await ask(() => Promise.reject(new Error('no network')))
  expect(router.invalidate).not.toHaveBeenCalled()
  await ask(async () => null)
  expect(router.invalidate).toHaveBeenCalledOnce()
  await ask(async () => null)
  expect(router.invalidate).toHaveBeenCalledOnce()
})

test('a login after such a page leads on by itself: nothing is guarded twice', async () => {
  client.removeQueries({ queryKey })
  const ask = (answer: () => Promise<null>) => client.prefetchQuery({ queryKey, queryFn: answer, staleTime: 0 })
  await ask(() => Promise.reject(new Error('no network')))
  client.setQueryData(queryKey, person())
  await ask(async () => null)
  expect(router.invalidate).not.toHaveBeenCalled()
})

test("what is refused while the user's own logout is under way leads to no login", async () => {
  server.use(mockEndpoint(getWallets, ENDED))
  const { promise, resolve } = Promise.withResolvers<void>()
  const logout = new MutationObserver(client, { mutationKey: LOGOUT_KEY, mutationFn: () => promise }).mutate()
  await askWallets()
  expect(router.navigate).not.toHaveBeenCalled()
  resolve()
  await logout
  await askWallets()
  expect(router.navigate).toHaveBeenCalledOnce()
})
