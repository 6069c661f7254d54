import { chakra } from '@chakra-ui/react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { Veil } from '#client/ui/veil.tsx'

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
  // A person who does not want to wait goes elsewhere.
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
