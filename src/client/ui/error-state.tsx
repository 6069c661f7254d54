import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** What could not be loaded, the reason where one is known, and a way to try again. */
export function ErrorState({
  text,
  onRetry,
  retrying = false,
}: {
  text?: string
  onRetry: () => void
  retrying?: boolean
}) {
  const { t } = useTranslation('ui')
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert size={24} />}
        title={t('error.title')}
        text={text ?? t('error.text')}
        action={
          <Button variant="quiet" loading={retrying} icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
            {t('error.retry')}
          </Button>
        }
      />
    </div>
  )
}
