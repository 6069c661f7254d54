import type { QueryClient } from '@tanstack/react-query'
import { CatchBoundary, createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { AppShell } from '#client/features/shell/app-shell.tsx'
import { CrashScreen } from '#client/features/shell/crash-screen.tsx'
import { loadShell } from '#client/features/shell/shell-data.ts'
import { usePageTitle } from '#client/features/shell/use-page-title.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
  /** A page whose words are here when it is drawn is drawn at once, without a fallback before it. */
  readonly words: i18n
}

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => loadShell(context.queryClient),
  component: Root,
})

function Root() {
  usePageTitle()
  // Not the address, which changes while the page that crashed is still the one that is drawn, and crashes again.
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.id })
  return (
    <AppShell>
      <CatchBoundary getResetKey={() => page ?? ''} errorComponent={CrashScreen}>
        <Outlet />
      </CatchBoundary>
    </AppShell>
  )
}
