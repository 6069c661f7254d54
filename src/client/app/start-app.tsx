import { ChakraProvider, type SystemContext } from '@chakra-ui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { applyLanguage, followLanguage } from '#client/lib/locale.ts'
import { sessionQuery } from '#client/lib/session.ts'
import { applyThemeMode, followThemeMode } from '#client/lib/theme-mode.ts'
import { startWords } from '#client/lib/words.ts'
import { followSheets } from '#client/ui/sheet-history.ts'
import { system } from '#client/ui/theme.ts'
import { type Connection, createConnection } from './connection.ts'
import { followSession } from './follow-session.ts'
import { createNewVersion, type NewVersion } from './new-version.ts'
import { Overlays } from './overlays.tsx'
import { persistQueries } from './persist-queries.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.ts'
import { refuseSecondPresses } from './second-press.ts'
import { takeServedAnswers } from './served-answers.ts'
import { watchInput } from './unsaved-input.ts'

/** A server that is slow to answer must not keep the app from saying so. */
const READY_MS_MAX = 2_500
/** A page that the server has written is better than any empty frame: it stays until its own screen is here. */
const SERVED_MS_MAX = 60_000

/** Puts the app in place of the static shell, which stays until the first real screen is ready to be painted. */
export async function startApp(): Promise<{ newVersion: NewVersion }> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  applyLanguage()
  applyThemeMode()
  const queryClient = createQueryClient()
  const [words, earlier] = await Promise.all([startWords(), persistQueries(queryClient), addConsole()])
  takeServedAnswers(earlier)
  const connection = createConnection(queryClient)
  const newVersion = createNewVersion()
  watchInput(document)
  refuseSecondPresses(document)
  const sheets = followSheets()
  const router = createAppRouter({ queryClient, words })
  followSession({ queryClient, router })
  // A page that is ready before it is drawn is drawn once, in short pieces; drawn first, it would be drawn again at one go.
  const isServed = document.querySelector('#root > .text') !== null
  await atMost(isServed ? SERVED_MS_MAX : READY_MS_MAX, router.load())
  startTransition(() => {
    createRoot(root).render(<Providers {...{ queryClient, words, system, connection, newVersion, router }} />)
  })
  // Not before: without a listener of its history the router itself loads the page that a redirect of the first one leads to.
  sheets.follow(router.history)
  followThemeMode()
  followLanguage((next) => void words.changeLanguage(next))
  followUser({ words, client: queryClient })
  return { newVersion }
}

/** The console's routes are fetched by a page that begins there, and are in no other first load. */
async function addConsole(): Promise<void> {
  if (!/^\/operations(\/|$)/.test(location.pathname)) return
  const { addConsoleRoutes } = await import('#client/routes/-operations/routes.ts')
  addConsoleRoutes()
}

/**
 * What is done for a user alone comes with the first session that this page knows, and not with the first load. Without it, as on a connection
 * that breaks now, nothing is lost that the next start does not do.
 */
function followUser(following: { words: i18n; client: QueryClient }): void {
  const { client } = following
  const cache = client.getQueryCache()
  const begin = () => {
    if (!client.getQueryData(sessionQuery().queryKey)) return
    stop()
    void import('./watch-session.ts').then(({ watchSession }) => watchSession(client)).catch(() => undefined)
    void import('./keep-push.ts').then(({ keepPush }) => keepPush()).catch(() => undefined)
    void import('./follow-notifications.ts')
      .then(({ followNotifications }) => followNotifications(client))
      .catch(() => undefined)
    void import('./keep-language.ts').then(({ keepLanguage }) => keepLanguage(following)).catch(() => undefined)
  }
  const stop = cache.subscribe(begin)
  begin()
}

/** Waits until the work is done, has failed, or takes too long; the page itself handles each case. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([Promise.allSettled([work]), new Promise((resolve) => setTimeout(resolve, ms))])
}

interface ProvidersProps {
  readonly queryClient: QueryClient
  readonly words: i18n
  readonly system: SystemContext
  readonly connection: Connection
  readonly newVersion: NewVersion
  readonly router: ReturnType<typeof createAppRouter>
}

function Providers({ queryClient, words, system, connection, newVersion, router }: ProvidersProps) {
  return (
    <ChakraProvider value={system}>
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={queryClient}>
          <Overlays connection={connection} newVersion={newVersion} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nextProvider>
    </ChakraProvider>
  )
}
