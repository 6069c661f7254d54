import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { createPriceAlert, getPriceAlerts, removePriceAlert } from '#contract/price-alerts.ts'

export type PriceAlert = Reply<typeof getPriceAlerts>['content'][number]
export type NewPriceAlert = Input<typeof createPriceAlert>['body']

export const priceAlertsQuery = () => endpointQuery(getPriceAlerts, {})

export function useCreatePriceAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPriceAlert) => callApi(createPriceAlert, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: priceAlertsQuery().queryKey }),
  })
}

/** The list is refetched after an error, too: an alert that was not found may have been triggered meanwhile. */
export function useRemovePriceAlert(onError: (error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(removePriceAlert, { params: { id } }),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: priceAlertsQuery().queryKey }),
  })
}
