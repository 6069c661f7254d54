import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { MarketPath } from './market-path.ts'
import type { MarketRules } from './order-form.logic.ts'
import type { OrderProblems } from './validate-order.ts'

type OrderProblem = NonNullable<OrderProblems[keyof OrderProblems]>

/** The sentence of a problem, with the figure of the market's that it is about. */
export function useProblemText(
  rules: MarketRules,
  { tradeFrom, tradeTo }: MarketPath,
): (problem: OrderProblem) => string {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { base } = rules
  const inBase = (value: bigint) =>
    amountInSentence(formatDecimal(value, base.decimals), language, { unit: unitOf(tradeFrom) })
  return (problem) =>
    t(`problem.${problem}`, {
      tick: amountInSentence(formatDecimal(rules.tick, PRICE_DECIMALS), language, { unit: unitOf(tradeTo) }),
      step: inBase(rules.step),
      min: inBase(rules.min),
      max: inBase(rules.max),
    })
}
