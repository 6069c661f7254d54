import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '#client/lib/call-api.ts'

/** The sentence to show for what went wrong: the server's own, or ours where no server was reached. */
export function useSentenceOf(): (error: unknown) => string {
  const { t } = useTranslation('ui')
  return (error) => {
    if (!(error instanceof ApiRefusal) || error.isUnreadable) return t('refusal.broken')
    return error.code === 'UNREACHABLE' ? t('refusal.unreachable') : error.message
  }
}
