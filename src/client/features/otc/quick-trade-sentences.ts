import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { QuickTradeReason } from './quick-trade.logic.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

/** The reasons that stand beside a field; the others are said below the button. */
export type FieldReason = Exclude<QuickTradeReason, 'supervisor' | 'priceStale' | 'pending'>

/** The sentence for a reason, with the bound of the coin that it refers to. */
export function useReasonText({ coin }: Pick<QuickTradeState, 'coin'>): (reason: FieldReason) => string {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const show = (bound: bigint) =>
    coin ? amountInSentence(formatDecimal(bound, coin.decimals), language, { unit: unitOf(coin.symbol) }) : ''
  return (reason) => t(`reason.${reason}`, { min: show(coin?.exchangeMin ?? 0n), max: show(coin?.exchangeMax ?? 0n) })
}
