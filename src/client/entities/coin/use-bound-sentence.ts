import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { useCoins } from './use-coins.ts'

const BOUNDS = ['min', 'max', 'tick', 'minTotal', 'over', 'under'] as const
const Details = z.object({
  coin: z.string(),
  min: z.optional(z.string()),
  max: z.optional(z.string()),
  tick: z.optional(z.string()),
  minTotal: z.optional(z.string()),
  over: z.optional(z.string()),
  under: z.optional(z.string()),
})

/** The server's sentence or, if the refusal carries a bound, a sentence that names it: "Minimum is 0.01 g." */
export function useBoundSentence(): (refusal: Pick<ApiRefusal, 'message' | 'details'>) => string {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const { unitOf } = useCoins()
  return ({ message, details }) => {
    const read = Details.safeParse(details).data
    const name = read && BOUNDS.find((bound) => read[bound] !== undefined)
    if (!read || !name) return message
    return t(`refusal.${name}`, { bound: amountInSentence(read[name] ?? '', language, { unit: unitOf(read.coin) }) })
  }
}
