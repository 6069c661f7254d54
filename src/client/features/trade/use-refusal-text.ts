import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { type ApiRefusal, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { useBoundSentence } from '#client/ui/use-bound-sentence.ts'
import { farPriceOf } from './far-price.ts'
import type { ConfirmedOrder } from './order.commands.ts'

const Warning = z.object({ marketPrice: z.string() })

/** The sentence of a refused order; the warning of a far price says how far it is. */
export function useRefusalText(): (refusal: ApiRefusal, terms: Pick<ConfirmedOrder, 'unitPrice'>) => string {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const boundSentence = useBoundSentence()
  return (refusal, { unitPrice }) => {
    const warning = isRefusal(refusal, 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER')
      ? Warning.safeParse(refusal.details).data
      : undefined
    const far = warning && unitPrice !== undefined ? farPriceOf(unitPrice, warning.marketPrice) : undefined
    if (!far) return boundSentence(refusal)
    const { kind, value } = far
    return t(`confirm.far.${kind}`, { value: amountInSentence(value, language, { percent: kind !== 'times' }) })
  }
}
