import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Says that something could not be loaded, with a button to try again. */
export function ErrorState({ onRetry, retrying = false }: { onRetry: () => void; retrying?: boolean }) {
  const { t } = useTranslation('ui')
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert size={24} />}
        title={t('error.title')}
        text={t('error.text')}
        action={
          <Button variant="quiet" loading={retrying} icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
            {t('error.retry')}
          </Button>
        }
      />
    </div>
  )
}
