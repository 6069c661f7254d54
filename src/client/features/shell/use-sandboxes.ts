import { queryOptions, useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getSandboxes } from '#contract/content.ts'

/** Which outside services are sandboxes here. It does not change while the server runs. */
export const sandboxesQuery = () =>
  queryOptions({ ...endpointQuery(getSandboxes, {}), staleTime: Number.POSITIVE_INFINITY })

export function useSandboxes(): boolean {
  const { data } = useQuery(sandboxesQuery())
  return data !== undefined && data.content.length > 0
}
