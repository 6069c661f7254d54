import { lazy, Suspense, useSyncExternalStore } from 'react'
import { BusyLine } from './busy-line.tsx'
import type { Connection } from './connection.ts'
import type { NewVersion } from './new-version.ts'

// Rarely needed, so not in the first load. On a first visit that loses the network before the worker has kept them,
// they are missing: the app must not fall over its own notice.
const ConnectionNotice = lazy(() => import('./connection-notice.tsx').catch(nothing))
const NewVersionBar = lazy(() => import('./new-version-bar.tsx').catch(nothing))

interface OverlaysProps {
  readonly connection: Connection
  readonly newVersion: NewVersion
}

/** What may lie over any screen: work going on, a lost connection, a new version. */
export function Overlays({ connection, newVersion }: OverlaysProps) {
  const state = useSyncExternalStore(connection.subscribe, connection.state)
  const isVersionReady = useSyncExternalStore(newVersion.subscribe, newVersion.isReady)
  return (
    <Suspense fallback={null}>
      <BusyLine />
      {state !== 'online' && <ConnectionNotice state={state} />}
      {isVersionReady && <NewVersionBar newVersion={newVersion} />}
    </Suspense>
  )
}

function nothing() {
  return { default: () => null }
}
