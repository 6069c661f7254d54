import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { OrderComplaints } from './order-complaints.ts'
import type { MarketRules } from './order-form.logic.ts'

type Complaint = NonNullable<OrderComplaints[keyof OrderComplaints]>

/** The sentence of a complaint, with the figure of the market's that it is about. */
export function useComplaintText(rules: MarketRules): (complaint: Complaint) => string {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const show = (value: bigint, decimals: number) =>
    `\u2066${showDecimal(formatDecimal(value, decimals), language)}\u2069`
  return (complaint) =>
    t(`complaint.${complaint}`, {
      tick: show(rules.tick, PRICE_DECIMALS),
      step: show(rules.step, rules.base.decimals),
      min: show(rules.min, rules.base.decimals),
      max: show(rules.max, rules.base.decimals),
    })
}
