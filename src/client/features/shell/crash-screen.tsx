import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** A page that broke while it was drawn, inside the shell that still stands. */
export function CrashScreen({ reset }: { reset: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = () => {
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
