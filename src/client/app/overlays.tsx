import { chakra } from '@chakra-ui/react'
import { useIsMutating } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { installOffer } from '#client/lib/install-offer.ts'
import { finishProof, followProof, proofAsked } from '#client/lib/proof.ts'
import { pushOffer } from '#client/lib/push-offer.ts'
import { nothing } from '#client/lib/without-code.ts'
import type { Connection } from './connection.ts'
import type { NewVersion } from './new-version.ts'

// Rarely needed, so left out of the first load. A first visit that loses the network before the worker has cached them goes without them: the app
// must not crash over its own notice.
const ConnectionNotice = lazy(() => import('./connection-notice.tsx').catch(nothing))
const ProofSheet = lazy(() => import('#client/features/proof/proof-sheet.tsx').catch(() => ({ default: NoProof })))
const PushSheet = lazy(() => import('#client/features/push/push-sheet.tsx').catch(nothing))
const CornerBar = lazy(() => import('./corner-bar.tsx').catch(nothing))

interface OverlaysProps {
  readonly connection: Connection
  readonly newVersion: NewVersion
}

/** Overlays of every screen: something that is being sent, a lost connection, a new version, the request for a proof of the second step, the offer of push. */
export function Overlays({ connection, newVersion }: OverlaysProps) {
  const state = useSyncExternalStore(connection.subscribe, connection.state)
  const prover = useSyncExternalStore(followProof, proofAsked)
  const isPushSheetOpen = useSelector(pushOffer)
  const isInstallOffered = useSelector(installOffer) !== 'none'
  const isVersionReady = useSyncExternalStore(newVersion.subscribe, newVersion.isReady)
  return (
    <Suspense fallback={null}>
      <BusyLine />
      {prover === 'user' && <ProofSheet />}
      {isPushSheetOpen && <PushSheet />}
      {state !== 'online' && <ConnectionNotice state={state} />}
      {(isVersionReady || isInstallOffered) && <CornerBar newVersion={isVersionReady ? newVersion : undefined} />}
    </Suspense>
  )
}

/** Refuses the proof that was asked for: without its sheet it cannot be given, and the call would wait for ever. */
function NoProof(): ReactNode {
  useEffect(() => finishProof(false), [])
  return null
}

/** A thin line at the top while something is being sent. Polling does not show it: polling never stops. */
function BusyLine() {
  const isBusy = useIsMutating() > 0
  if (!isBusy) return null
  return (
    <chakra.div
      data-testid="busy"
      aria-hidden="true"
      position="fixed"
      insetInline="0"
      top="0"
      height="3px"
      zIndex="toast"
      bgImage="linear-gradient(90deg, transparent, var(--k-colors-gold-solid), transparent)"
      bgSize="200% 100%"
      animation="shimmer 1.2s linear infinite"
    />
  )
}
