import { ChakraProvider } from '@chakra-ui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { LoadingOverlay } from '#client/features/shell/deferred-overlays.tsx'
import { type Language, setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { system } from '#client/ui/theme.ts'
import { clientServer } from '#tests/builders/client-server.ts'

clientServer()
afterEach(() => {
  vi.useRealTimers()
  setLanguage('fa')
})

/** A page with a link to another page, which loads when the test lets it. */
async function drawPages(language: Language) {
  setLanguage(language)
  const words = await startWords()
  await words.loadNamespaces(['app', 'ui'])
  const loaded: string[] = []
  const page = Promise.withResolvers<void>()
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <LoadingOverlay load={(href) => loaded.push(href)} />
      </>
    ),
  })
  const here = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => <p>Here</p> })
  const there = createRoute({
    getParentRoute: () => rootRoute,
    path: '/faq',
    loader: () => page.promise,
    pendingMs: 1_000_000,
    component: () => <p>There</p>,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([here, there]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  window.scrollTo = () => undefined
  await router.load()
  render(
    <ChakraProvider value={system}>
      <I18nextProvider i18n={words}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </I18nextProvider>
    </ChakraProvider>,
  )
  await screen.findByText('Here')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => void router.navigate({ to: '/faq' }))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { loaded, page, pass }
}

test.each([
  ['fa', 'در حال بارگذاری…', 'این صفحه هنوز باز نشده است', 'بارگذاری دوباره'],
  ['en', 'Loading…', "This page hasn't arrived", 'Load again'],
] as const)(
  'a page that is long in coming has an overlay, and after two minutes a way to ask again (%s)',
  async (language, loading, late, again) => {
    const { loaded, pass } = await drawPages(language)
    await pass(600)
    expect(screen.queryByText(loading)).toBeNull()
    await pass(200)
    expect(screen.getByText(loading)).toBeVisible()
    await pass(119_000)
    expect(screen.queryByText(late)).toBeNull()
    await pass(1_000)
    expect(screen.getByRole('dialog', { name: late })).toBeVisible()
    expect(screen.queryByText(loading)).toBeNull()
    act(() => screen.getByRole('button', { name: again }).click())
    expect(loaded).toEqual(['/faq'])
  },
)

test('the overlay goes with the page that has come', async () => {
  const { page, pass } = await drawPages('en')
  await pass(1_000)
  expect(screen.getByText('Loading…')).toBeVisible()
  page.resolve()
  await pass(0)
  vi.useRealTimers()
  expect(await screen.findByText('There')).toBeVisible()
  expect(screen.queryByText('Loading…')).toBeNull()
})
