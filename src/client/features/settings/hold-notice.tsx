import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Notice } from '#client/ui/notice.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { securityQuery } from './security.queries.ts'

/** Until when withdrawals are closed, where something that protects the account was changed lately. */
export function HoldNotice() {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const until = useQuery(securityQuery()).data?.baseDTO.withdrawalsHeldUntil
  if (!until) return null
  return <Notice tone="info">{t('held', { at: showDate(new Date(until), language, 'date-time') })}</Notice>
}
