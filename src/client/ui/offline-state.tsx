import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** Shown instead of data that needs a network, such as balances. It has no button: the data loads when the network is back. */
export function OfflineState() {
  const { t } = useTranslation('ui')
  return (
    <div role="status">
      <EmptyState icon={<CloudOff size={24} />} title={t('offline.title')} text={t('offline.text')} />
    </div>
  )
}
