import { useTranslation } from 'react-i18next'
import { COIN_FAILURES, PAYOUT_FAILURES } from '#domain/outgoing-transfer.ts'

/** The reason why a withdrawal ended unpaid, in words: a code of ours, or what an operator wrote. */
export function useEndReason(): (reason: string) => string {
  const { t } = useTranslation('history')
  return (reason) => {
    const known = [...PAYOUT_FAILURES, ...COIN_FAILURES].find((each) => each === reason)
    return known ? t(`withdrawals.reason.${known}`) : reason
  }
}
