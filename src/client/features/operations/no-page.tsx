import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'

/** Shown for a URL of the console without a page. */
export function NoPage() {
  const { t } = useTranslation('operations')
  return (
    <EmptyState
      heading
      icon={<SearchX size={24} />}
      title={t('noRoom.title')}
      text={t('noRoom.text')}
      action={<ButtonLink to="/operations">{t('noRoom.action')}</ButtonLink>}
    />
  )
}
