import { ArrowLeftRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'

export function NoTrades() {
  const { t } = useTranslation('history')
  return (
    <EmptyState
      icon={<ArrowLeftRight size={24} />}
      title={t('trades.empty.title')}
      text={t('trades.empty.text')}
      action={
        <ButtonLink to="/profile/otc" variant="quiet">
          {t('trades.empty.action')}
        </ButtonLink>
      }
    />
  )
}
