import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { WalletEntry } from '#client/entities/wallet/wallets.queries.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { getDeliveryTerms, Place } from '#contract/deliveries.ts'
import type { Reply } from '#contract/endpoint.ts'
import { GOLD } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { lackingForDelivery } from '#domain/delivery.ts'
import { parsePercent } from '#domain/fee.ts'
import { type Amount, MILLION, ppm } from '#domain/units.ts'

/** A delivery as a device may store it: a code is never among it. */
export const DeliveryTerms = z.readonly(
  z.object({
    /** Grams, as decimal text: what is handed over, and the fee beside it. */
    weight: z.string(),
    fee: z.string(),
    place: Place,
  }),
)
export type DeliveryTerms = z.output<typeof DeliveryTerms>

/** The name under which a delivery without an answer is stored on the device. */
export const DELIVERY = 'delivery'

export type TermsOfDeliveries = Reply<typeof getDeliveryTerms>['baseDTO']

export const deliveryTermsQuery = () =>
  queryOptions({
    ...endpointQuery(getDeliveryTerms, {}),
    select: ({ baseDTO }: Reply<typeof getDeliveryTerms>) => baseDTO,
  })

/** Whether gold is handed over anywhere now. */
export const isDelivered = ({ branches, courier }: TermsOfDeliveries): boolean => courier || branches.length > 0

export const decodeRules = (terms: TermsOfDeliveries, gold: { readonly decimals: number }) => ({
  weightMin: decodeAmount(terms.weightMin, gold),
  weightMax: decodeAmount(terms.weightMax, gold),
  weightStep: decodeAmount(terms.weightStep, gold),
  feeFixed: decodeAmount(terms.feeFixed, gold),
  feeShare: parsePercent(terms.feePercent, ppm(MILLION)) ?? ppm(MILLION),
})

/**
 * The way of a user's gold out as metal, or how much it lacks for the least weight; `undefined` where gold is handed over nowhere, or as long
 * as that is not known. The terms are asked for only by users who have gold.
 */
export function useDeliveryOf(wallets: readonly WalletEntry[] | undefined, onDeliver: () => void) {
  const { t } = useTranslation('wallet')
  const { coinOf, unitOf } = useCoins()
  const language = useLanguage()
  const gold = coinOf(GOLD)
  const free = wallets?.find(({ coin }) => coin === GOLD)?.credit ?? '0'
  const { data: terms } = useQuery({ ...deliveryTermsQuery(), enabled: /[1-9]/.test(free) })
  if (!gold || !terms || !isDelivered(terms)) return undefined
  const rules = decodeRules(terms, gold)
  const missing = lackingForDelivery(decodeAmount(free, gold), rules)
  if (missing === 0n) return { onDeliver }
  const inWords = (units: Amount) =>
    amountInSentence(formatDecimal(units, gold.decimals), language, { unit: unitOf(GOLD), fractionMax: gold.decimals })
  return { lacking: t('delivery.lacking', { least: inWords(rules.weightMin), missing: inWords(missing) }) }
}
