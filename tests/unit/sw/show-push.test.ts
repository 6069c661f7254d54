import { afterEach, expect, test, vi } from 'vitest'
import { UNREADABLE_PUSH } from '#contract/push-message.ts'
import { renewPush } from '../../../sw/renew-push.ts'
import { openPage, pathOf, shownPush } from '../../../sw/show-push.ts'

const TEXT = {
  title: 'Order filled',
  body: '10 USDT',
  path: '/profile/trade/TOMAN/TETHER',
  tag: 'order:1',
  language: 'en',
  unread: 3,
}
afterEach(() => vi.unstubAllGlobals())

test('a push is shown in its language and direction, and its tag replaces an older one', () => {
  const shown = shownPush(JSON.stringify(TEXT))
  expect(shown).toMatchObject({ title: 'Order filled', unread: 3 })
  expect(shown.options).toMatchObject({ body: '10 USDT', tag: 'order:1', lang: 'en', dir: 'ltr' })
  expect(pathOf(shown.options.data)).toBe(TEXT.path)
  expect(shownPush(JSON.stringify({ ...TEXT, language: 'fa' })).options).toMatchObject({ lang: 'fa', dir: 'rtl' })
})

test.each([
  undefined,
  '',
  'no json',
  'null',
  '{}',
  JSON.stringify({ ...TEXT, title: 1 }),
  JSON.stringify({ ...TEXT, path: 'https://evil.example' }),
  JSON.stringify({ ...TEXT, path: '//evil.example' }),
  JSON.stringify({ ...TEXT, path: '/\\evil.example' }),
])('a push that cannot be read is shown as well: %s', (data) => {
  expect(shownPush(data)).toMatchObject({
    title: UNREADABLE_PUSH.title,
    options: { data: { path: '/profile/notifications' } },
  })
})

const windowAt = (url: string, visibilityState: DocumentVisibilityState = 'hidden') => ({
  ...{ url, visibilityState },
  focus: vi.fn(async () => undefined),
  navigate: vi.fn(async (_: string) => undefined),
})

test('a press leads the window in sight to the page, and opens one where there is none', async () => {
  const [hidden, visible] = [windowAt('https://k/a'), windowAt('https://k/b', 'visible')]
  const openWindow = vi.fn(async () => undefined)
  await openPage({ matchAll: async () => [hidden, visible], openWindow }, 'https://k/c')
  expect(visible.focus).toHaveBeenCalledOnce()
  expect(visible.navigate).toHaveBeenCalledWith('https://k/c')
  expect([hidden.focus.mock.calls, openWindow.mock.calls]).toEqual([[], []])
  await openPage({ matchAll: async () => [visible], openWindow }, 'https://k/b')
  expect(visible.navigate).toHaveBeenCalledOnce()
  await openPage({ matchAll: async () => [], openWindow }, 'https://k/c')
  expect(openWindow).toHaveBeenCalledWith('https://k/c')
})

test('a window that cannot be led is left, and a new one opened', async () => {
  const foreign = { ...windowAt('https://k/a'), navigate: async () => Promise.reject(new TypeError('not controlled')) }
  const openWindow = vi.fn(async () => undefined)
  await openPage({ matchAll: async () => [foreign], openWindow }, 'https://k/c')
  expect(openWindow).toHaveBeenCalledWith('https://k/c')
})

const renewed = (unsubscribe = vi.fn(async () => true)) =>
  ({ unsubscribe, toJSON: () => ({ endpoint: 'https://new' }) }) as unknown as PushSubscription

test('a subscription out of use is made anew with the same key, and posted', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  const applicationServerKey = new ArrayBuffer(65)
  const subscribe = vi.fn(async () => renewed())
  const oldSubscription = { options: { applicationServerKey } } as PushSubscription
  await renewPush({ subscribe }, { oldSubscription, newSubscription: null })
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/push/subscriptions')
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'x-kimia-client': 'web' },
    body: '{"endpoint":"https://new"}',
  })
})

test('after a logout it is given up', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
  const unsubscribe = vi.fn(async () => true)
  await renewPush({ subscribe: vi.fn() }, { newSubscription: renewed(unsubscribe) })
  expect(unsubscribe).toHaveBeenCalledOnce()
})
