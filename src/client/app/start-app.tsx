import { ChakraProvider, type SystemContext } from '@chakra-ui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { sessionQuery } from '#client/entities/session/session.ts'
import { shownMarket } from '#client/lib/live.ts'
import { applyLanguage, followLanguage } from '#client/lib/locale.ts'
import { nextTask } from '#client/lib/next-task.ts'
import { sessionMark } from '#client/lib/session-mark.ts'
import { applyThemeMode, followThemeMode } from '#client/lib/theme-mode.ts'
import { startWords } from '#client/lib/words.ts'
import { markKeyboard } from '#client/ui/media.ts'
import { followSheets } from '#client/ui/sheet-history.ts'
import { system } from '#client/ui/theme.ts'
import { type Connection, createConnection } from './connection.ts'
import { followSession } from './follow-session.ts'
import { ignoreDoubleClicks } from './ignore-double-clicks.ts'
import { createNewVersion, type NewVersion } from './new-version.ts'
import { Overlays } from './overlays.tsx'
import { persistQueries, seedCacheFromHtml } from './persist-queries.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.ts'
import { watchInput } from './unsaved-input.ts'

/** If the server is slow to answer, the app starts anyway, to show that. */
const READY_MS_MAX = 2_500
/** A page rendered by the server beats an empty frame: it stays until its own screen is ready. */
const SERVED_MS_MAX = 60_000

/** Puts the app in place of the static shell, which stays until the first real screen is ready to be painted. */
export async function startApp(): Promise<{ newVersion: NewVersion; words: i18n; client: QueryClient }> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  applyLanguage()
  applyThemeMode()
  const queryClient = createQueryClient()
  const keepOwn = async () => (await import('./own-answers.ts')).persistOwnAnswers(queryClient)
  const hadSession = sessionMark() !== undefined
  const [words, earlier] = await Promise.all([
    startWords(),
    persistQueries(queryClient),
    addConsole(),
    // Without its file, such as on a first visit that loses the network, nothing of the user is kept.
    hadSession && keepOwn().catch(() => undefined),
  ])
  seedCacheFromHtml(earlier)
  const connection = createConnection(queryClient)
  const newVersion = createNewVersion()
  watchInput(document)
  ignoreDoubleClicks(document)
  markKeyboard(window)
  const sheets = followSheets()
  await nextTask()
  const router = createAppRouter({ queryClient, words })
  followSession({ queryClient, router })
  // Loading before rendering lets React draw the page once, in short tasks; rendering first would draw it again in one long task.
  const isServed = document.querySelector('#root > .text:not(.kept)') !== null
  await atMost(isServed ? SERVED_MS_MAX : READY_MS_MAX, router.load())
  startTransition(() => {
    createRoot(root).render(<Providers {...{ queryClient, words, system, connection, newVersion, router }} />)
  })
  // Only after rendering: as long as nobody listens to its history, the router itself loads the target of the first page's redirect.
  sheets.follow(router.history)
  followThemeMode()
  followLanguage((next) => void words.changeLanguage(next))
  const isSignedIn = () => Boolean(queryClient.getQueryData(sessionQuery().queryKey))
  const follow = () => import('./follow-user.ts')
  const following = { words, client: queryClient }
  if (!hadSession) once(queryClient, isSignedIn, keepOwn)
  once(queryClient, isSignedIn, async () => (await follow()).followUser(following))
  once(
    queryClient,
    () => isSignedIn() || shownMarket.get(),
    async () => (await follow()).followStream(queryClient),
  )
  return { newVersion, ...following }
}

/** Only a page that starts in the console fetches its routes; no other first load has them. */
async function addConsole(): Promise<void> {
  if (!/^\/operations(\/|$)/.test(location.pathname)) return
  const { addConsoleRoutes } = await import('#client/routes/-operations/routes.ts')
  addConsoleRoutes()
}

/**
 * Code that only some visits need is loaded as soon as it is wanted, not with the first load. If the connection fails here, the next start of the
 * app makes up for it.
 */
function once(client: QueryClient, isWanted: () => unknown, load: () => Promise<unknown>): void {
  const begin = () => {
    if (!isWanted()) return
    stop()
    load().catch(() => undefined)
  }
  const stop = client.getQueryCache().subscribe(begin)
  begin()
}

/** Waits until the work is done, fails, or takes too long; the page handles each of these cases. */
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
