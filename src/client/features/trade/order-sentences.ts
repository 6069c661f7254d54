import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useBoundSentence } from '#client/entities/coin/use-bound-sentence.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type ApiRefusal, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { farPriceOf } from './book-math.ts'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import type { OrderProblems } from './order-checks.ts'
import type { MarketRules } from './order-form.logic.ts'

/** The fields of a trailing stop have words of their own, in the file that loads with them. */
type OrderProblem = NonNullable<OrderProblems[Exclude<keyof OrderProblems, 'distance' | 'gap'>]>

/** The sentence of a problem, with the market's figure that it refers to. */
export function useProblemText(
  rules: MarketRules,
  { tradeFrom, tradeTo }: MarketPath,
): (problem: OrderProblem) => string {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { base, quote } = rules
  const inBase = (value: bigint) =>
    amountInSentence(formatDecimal(value, base.decimals), language, { unit: unitOf(tradeFrom) })
  return (problem) =>
    t(`problem.${problem}`, {
      tick: amountInSentence(formatDecimal(rules.tick, PRICE_DECIMALS), language, { unit: unitOf(tradeTo) }),
      step: inBase(rules.step),
      min: inBase(rules.min),
      max: inBase(rules.max),
      minTotal: amountInSentence(formatDecimal(rules.minTotal, quote.decimals), language, { unit: unitOf(tradeTo) }),
    })
}

const Warning = z.object({ marketPrice: z.string() })

/** The sentence of a refused order; the question about a far price states both prices and the distance. @param unit the market's quote coin */
export function useRefusalText(): (
  refusal: ApiRefusal,
  terms: Pick<ConfirmedOrder, 'unitPrice' | 'stopUnitPrice'> & { unit: string },
) => string {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const boundSentence = useBoundSentence()
  return (refusal, { unitPrice: limit, stopUnitPrice, unit }) => {
    // The limit of an OCO order that takes the profit is never worse than the market.
    const unitPrice = stopUnitPrice ?? limit

    const warning = isRefusal(refusal, 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER')
      ? Warning.safeParse(refusal.details).data
      : undefined
    const far = warning && unitPrice !== undefined ? farPriceOf(unitPrice, warning.marketPrice) : undefined
    if (isRefusal(refusal, 'UNIT_PRICE_OUT_OF_BAND')) return [refusal.message, boundSentence(refusal)].join(' ')
    if (!far || !warning || unitPrice === undefined) return boundSentence(refusal)
    const { kind, value } = far
    return t(`confirm.${stopUnitPrice === undefined ? 'far' : 'stopFar'}.${kind}`, {
      price: amountInSentence(unitPrice, language, { unit }),
      market: amountInSentence(warning.marketPrice, language, { unit }),
      value: amountInSentence(value, language, { percent: kind !== 'times' }),
    })
  }
}
