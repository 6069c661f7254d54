import { ChakraProvider } from '@chakra-ui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { I18nextProvider } from 'react-i18next'
import { createQueryClient } from '#client/app/query-client.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { type Language, setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { AREAS, type Areas } from '#client/locales/areas.ts'
import { system } from '#client/ui/theme.ts'
import { Toaster } from '#client/ui/toaster.tsx'

/** The app's own client, with its cache times and retries; only the second between two tries is left out. */
export function queryClientOfApp(): QueryClient {
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  const retryDelay = (_failures: number, error: Error) => (error instanceof ApiRefusal ? (error.retryAfterMs ?? 0) : 0)
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay } })
  return client
}

interface DrawnClient {
  readonly language?: Language
  readonly path?: string
  /** The static data of the route that shows it. */
  readonly staticData?: StaticDataRouteOption
  /** Areas whose words arrive only with the first component that needs them. */
  readonly late?: readonly (keyof Areas)[]
}

/** Renders a part of the client with its theme, words, cache and a router that shows it at every address. */
export async function drawClient(
  part: ReactNode,
  { language = 'fa', path = '/here', staticData = { title: 'home' }, late = [] }: DrawnClient = {},
) {
  setLanguage(language)
  // jsdom has no scrolling, which the router uses.
  window.scrollTo = () => undefined
  const words = await startWords()
  // Loaded beforehand: React shows components that waited for their words only 300 ms later, and a thousand tests would wait.
  await words.loadNamespaces(Object.keys(AREAS.fa).filter((area) => !late.some((name) => name === area)))
  const client = queryClientOfApp()
  const rootRoute = createRootRoute({ component: Outlet })
  const everywhere = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    staticData,
    component: () => (
      <Suspense>
        {part}
        <Toaster />
      </Suspense>
    ),
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([everywhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const screen = render(
    <ChakraProvider value={system}>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={client}>
          <RouterProvider<typeof router> router={router} />
        </QueryClientProvider>
      </I18nextProvider>
    </ChakraProvider>,
  )
  return { ...screen, client, words }
}
