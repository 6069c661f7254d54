import type { QueryClient } from '@tanstack/react-query'
import { CatchBoundary, createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { AppShell } from '#client/features/shell/app-shell.tsx'
import { CrashScreen } from '#client/features/shell/crash-screen.tsx'
import { loadShell } from '#client/features/shell/shell-data.ts'
import { usePageTitle } from '#client/features/shell/use-page-title.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
  /** A page whose words are loaded renders immediately, without a fallback first. */
  readonly words: i18n
}

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => loadShell(context.queryClient),
  component: Root,
  // Of the frame itself; a page has its own, inside the frame.
  errorComponent: CrashScreen,
})

function Root() {
  usePageTitle()
  // Not the URL: it changes while the crashed page is still rendered, which would crash again.
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.id })
  return (
    <AppShell>
      <CatchBoundary getResetKey={() => page ?? ''} errorComponent={CrashScreen}>
        <Outlet />
      </CatchBoundary>
    </AppShell>
  )
}
