import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { createApiKey, getApiKeys, removeApiKey } from '#contract/api-keys.ts'
import type { Input, Reply } from '#contract/endpoint.ts'

export type ApiKey = Reply<typeof getApiKeys>['content'][number]
export type CreatedApiKey = z.output<typeof createApiKey.response>['baseDTO']
export type NewApiKey = Input<typeof createApiKey>['body']

export const apiKeysQuery = () => endpointQuery(getApiKeys, {})

/** Resolves to the key and its secret. Nothing stores the secret. */
export function useCreateApiKey() {
  return useMutation({
    mutationFn: async (body: NewApiKey): Promise<CreatedApiKey> => (await callApi(createApiKey, { body })).baseDTO,
    gcTime: 0,
    onSuccess: useReload(),
  })
}

export function useRemoveApiKey() {
  const reload = useReload()
  return (id: string) => callApi(removeApiKey, { params: { id } }).then(reload)
}

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
}
