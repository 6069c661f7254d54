import { useTranslation } from 'react-i18next'
import type { QuickTradeReason } from './quick-trade.logic.ts'
import { useReasonText } from './quick-trade-sentences.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

/** The sentence for any reason, also for those that belong to no field. */
export function useAnyReasonText(trade: Pick<QuickTradeState, 'coin'>): (reason: QuickTradeReason) => string {
  const { t } = useTranslation('deal')
  const ofField = useReasonText(trade)
  return (reason) =>
    reason === 'supervisor' || reason === 'priceStale' || reason === 'pending' ? t(`reason.${reason}`) : ofField(reason)
}
