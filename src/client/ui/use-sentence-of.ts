import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '#client/lib/call-api.ts'

/** The sentence for an error: the server's own, or ours if the server was not reached. */
export function useSentenceOf(): (error: unknown) => string {
  const { t } = useTranslation('ui')
  return (error) => {
    if (!(error instanceof ApiRefusal) || error.isUnreadable) return t('refusal.broken')
    return error.code === 'UNREACHABLE' ? t('refusal.unreachable') : error.message
  }
}
