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
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { PageLoad } from '#client/features/shell/page-load.tsx'
import { setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { system } from '#client/ui/theme.ts'

afterEach(() => void vi.useRealTimers())

/** A page from which another one is asked for that never comes. */
async function drawWaiting() {
  setLanguage('en')
  const words = await startWords()
  const root = createRootRoute({
    component: () => (
      <>
        <PageLoad />
        <Outlet />
      </>
    ),
  })
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>here</p> })
  const never = createRoute({ getParentRoute: () => root, path: '/never', loader: () => new Promise(() => undefined) })
  const router = createRouter({
    routeTree: root.addChildren([here, never]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMs: 10_000_000,
  })
  await router.load()
  render(
    <ChakraProvider value={system}>
      <I18nextProvider i18n={words}>
        <RouterProvider<typeof router> router={router} />
      </I18nextProvider>
    </ChakraProvider>,
  )
  await screen.findByText('here')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => router.history.push('/never'))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a page that takes a moment is said to be on its way, and one that does not come can be tried again', async () => {
  await drawWaiting()
  expect(screen.queryByRole('status')).toBeNull()
  await pass(400)
  expect(screen.getByRole('status')).toHaveTextContent('The page is loading')
  expect(screen.queryByRole('button')).toBeNull()
  await pass(119_600)
  expect(screen.getByRole('alert')).toHaveTextContent('This page is taking long. Your connection may be weak.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
  expect(screen.getByText('here')).toBeVisible()
})
