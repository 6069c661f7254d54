import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

// Rarely needed, so left out of the first load. The worker precaches it; without it, only the crash is shown.
const UnkeptPage = lazy(() => import('./unkept-page.tsx').catch(() => ({ default: Otherwise })))

const Otherwise = ({ otherwise }: { otherwise: ReactNode }) => otherwise

/** Shown instead of a page that threw while rendering, or whose code could not be loaded; the shell around it still works. */
export function CrashScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (!/module/i.test(String(error))) return <Crash onRetry={retry} />
  // Only a reload of the document requests a missing chunk again.
  const crash = <Crash onRetry={() => location.reload()} />
  return (
    <Suspense fallback={crash}>
      <UnkeptPage otherwise={crash} />
    </Suspense>
  )
}

function Crash({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        heading
        title={t('crash.title')}
        text={t('crash.text')}
        action={
          <Button variant="quiet" onClick={onRetry}>
            {t('crash.retry')}
          </Button>
        }
      />
    </div>
  )
}
