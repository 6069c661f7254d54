import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** Shown in place of a page that threw while rendering; the shell around it still works. */
export function CrashScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = () => {
    // A part of the app that could not be fetched is asked for again by a new page alone.
    if (/module/i.test(String(error))) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert">
      <EmptyState
        heading
        title={t('crash.title')}
        text={t('crash.text')}
        action={
          <Button variant="quiet" onClick={retry}>
            {t('crash.retry')}
          </Button>
        }
      />
    </div>
  )
}
