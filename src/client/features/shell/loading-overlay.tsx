import { chakra } from '@chakra-ui/react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { Veil } from '#client/ui/veil.tsx'

/** A page that loads faster shows no overlay; a page that takes longer than `late` will hardly arrive by itself. */
const AFTER_MS = { shown: 700, late: 120_000 }

interface LoadingOverlayProps {
  /** Reloads the page that did not arrive. */
  readonly load?: (href: string) => void
}

/** Covers the old page while a new one is loaded, and after two minutes offers to load it again. */
export function LoadingOverlay({ load = (href) => location.assign(href) }: LoadingOverlayProps) {
  // Loads the words together with this component: when they are needed, the network may be gone.
  useTranslation('app')
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const href = useRouterState({ select: ({ location }) => location.href })
  // The key restarts the wait for another page.
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
  // The veil has no button, since a user who does not want to wait can navigate elsewhere.
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
