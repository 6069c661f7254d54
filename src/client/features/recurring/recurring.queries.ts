import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery, listPages } from '#client/lib/endpoint-query.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import {
  changeRecurringBuy,
  createRecurringBuy,
  getRecurringBuyRuns,
  getRecurringBuys,
  removeRecurringBuy,
} from '#contract/recurring-buys.ts'

export type RecurringBuy = Reply<typeof getRecurringBuys>['content'][number]
export type RecurringBuyRun = Reply<typeof getRecurringBuyRuns>['content'][number]
export type PlanTerms = Input<typeof createRecurringBuy>['body']
export type PlanChange = Input<typeof changeRecurringBuy>['body']

export const recurringBuysQuery = () => endpointQuery(getRecurringBuys, {})

const ROWS = '20'

export const runPagesQuery = (id: string) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getRecurringBuyRuns.path, id],
    queryFn: ({ pageParam, signal }) =>
      callApi(getRecurringBuyRuns, { params: { id }, query: { size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getRecurringBuyRuns.offline, access: getRecurringBuyRuns.access },
  })

type Saved = { readonly id: string; readonly body: PlanChange } | { readonly key: string; readonly body: PlanTerms }

/** Makes a plan, once however often its key is sent, or changes one. Never sent by itself: it commits money. */
export function useSavePlan() {
  const settle = useRefreshPlans()
  return useMutation({
    mutationFn: (saved: Saved) =>
      'id' in saved ? changePlan(saved) : callApi(createRecurringBuy, { body: saved.body, idempotencyKey: saved.key }),
    networkMode: 'always',
    retry: false,
    onSettled: settle,
  })
}

export const changePlan = ({ id, body }: { id: string; body: PlanChange }) =>
  callApi(changeRecurringBuy, { params: { id }, body })

export const removePlan = (id: string) => callApi(removeRecurringBuy, { params: { id } })

/** Reads the plans again; after a lost answer, too, since the call may have taken effect. */
export function useRefreshPlans() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: recurringBuysQuery().queryKey })
}
