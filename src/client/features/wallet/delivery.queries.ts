import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { decodeAmount } from '#client/lib/decode.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getDeliveryTerms, Place } from '#contract/deliveries.ts'
import type { Reply } from '#contract/endpoint.ts'
import { parsePercent } from '#domain/fee.ts'
import { MILLION, ppm } from '#domain/units.ts'

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
