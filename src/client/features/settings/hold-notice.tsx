import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { hasWithdrawals, TRANSFERS, type Transfers } from '#domain/transfers.ts'
import { useCancelReset } from './security.commands.ts'
import { securityQuery } from './security.queries.ts'

/** Until when withdrawals wait, where something that protects the account was changed lately. Nothing waits where there are none. */
export function HoldNotice({ transfers = TRANSFERS }: { transfers?: Transfers }) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const until = useQuery(securityQuery()).data?.baseDTO.withdrawalsHeldUntil
  if (!until || !hasWithdrawals(transfers)) return null
  return <Notice tone="info">{t('held', { at: showDate(new Date(until), language, 'date-time') })}</Notice>
}

/** A password that was asked for in the place of a forgotten one and waits: an owner who did not ask for it cancels it here. */
export function ResetNotice() {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const sentenceOf = useSentenceOf()
  const cancel = useCancelReset()
  const at = useQuery(securityQuery()).data?.baseDTO.passwordResetDateTime
  if (!at) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="quiet" size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('reset.cancel')}
        </Button>
      }
    >
      {cancel.isError
        ? sentenceOf(cancel.error)
        : t('reset.waits', { at: showDate(new Date(at), language, 'date-time') })}
    </Notice>
  )
}
