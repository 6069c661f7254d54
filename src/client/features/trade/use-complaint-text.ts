import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { MarketPath } from './market-path.ts'
import type { OrderComplaints } from './order-complaints.ts'
import type { MarketRules } from './order-form.logic.ts'

type Complaint = NonNullable<OrderComplaints[keyof OrderComplaints]>

/** The sentence of a complaint, with the figure of the market's that it is about. */
export function useComplaintText(
  rules: MarketRules,
  { tradeFrom, tradeTo }: MarketPath,
): (complaint: Complaint) => string {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { base } = rules
  const inBase = (value: bigint) =>
    amountInSentence(formatDecimal(value, base.decimals), language, { unit: unitOf(tradeFrom) })
  return (complaint) =>
    t(`complaint.${complaint}`, {
      tick: amountInSentence(formatDecimal(rules.tick, PRICE_DECIMALS), language, { unit: unitOf(tradeTo) }),
      step: inBase(rules.step),
      min: inBase(rules.min),
      max: inBase(rules.max),
    })
}
