import { chakra } from '@chakra-ui/react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'

/** A page that comes sooner needs no word; one that has not come by the second will hardly come by itself. */
const AFTER_MS = { shown: 700, late: 120_000 }

interface LoadingOverlayProps {
  /** Begins anew with the page that did not come. */
  readonly load?: (href: string) => void
}

/** Lies over the old page while a new one is fetched, and after two minutes offers to fetch it once more. */
export function LoadingOverlay({ load = (href) => location.assign(href) }: LoadingOverlayProps) {
  // Fetched with this: when there is something to say, nothing may come any more.
  useTranslation('app')
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const href = useRouterState({ select: ({ location }) => location.href })
  // Another page begins another wait.
  return isLoading && <Waiting key={href} onRetry={() => load(href)} />
}

function Waiting({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('app')
  const [state, setState] = useState<'soon' | 'shown' | 'late' | 'left'>('soon')
  useEffect(() => {
    const timers = [
      setTimeout(() => setState('shown'), AFTER_MS.shown),
      setTimeout(() => setState('late'), AFTER_MS.late),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (state === 'soon' || state === 'left') return null
  if (state === 'shown') return createPortal(<Veil text={t('loading')} />, document.body)
  return (
    <Sheet
      open
      title={t('late.title')}
      onClose={() => setState('left')}
      footer={
        <Button full onClick={onRetry}>
          {t('late.retry')}
        </Button>
      }
    >
      <chakra.p role="alert" color="fg.muted">
        {t('late.text')}
      </chakra.p>
    </Sheet>
  )
}

/** What lies below can still be pressed: a person who does not want to wait goes elsewhere. */
function Veil({ text }: { text: string }) {
  return (
    <chakra.div
      position="fixed"
      inset="0"
      zIndex="toast"
      display="grid"
      placeItems="center"
      bg="veil"
      pointerEvents="none"
    >
      <chakra.div
        role="status"
        display="flex"
        alignItems="center"
        gap="3"
        paddingInline="5"
        paddingBlock="4"
        borderRadius="xl"
        borderWidth="1px"
        borderColor="line"
        bg="raised"
        boxShadow="lifted"
        fontWeight="semibold"
      >
        <chakra.span
          aria-hidden="true"
          width="1.25rem"
          height="1.25rem"
          borderRadius="full"
          borderWidth="3px"
          borderColor="gold.line"
          borderTopColor="gold"
          animation="turn 800ms linear infinite"
        />
        {text}
      </chakra.div>
    </chakra.div>
  )
}
