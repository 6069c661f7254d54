import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** In place of what needs a network, as balances do. It asks for nothing: with the network the data comes by itself. */
export function OfflineState() {
  const { t } = useTranslation('ui')
  return (
    <div role="status">
      <EmptyState icon={<CloudOff size={24} />} title={t('offline.title')} text={t('offline.text')} />
    </div>
  )
}
