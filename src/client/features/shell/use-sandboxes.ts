import { queryOptions, useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getSandboxes } from '#contract/content.ts'

const HOUR_MS = 3_600_000

/** Which outside services are sandboxes here. It changes only with a restart of the server, so that a kept answer is asked for again in time. */
export const sandboxesQuery = () => queryOptions({ ...endpointQuery(getSandboxes, {}), staleTime: HOUR_MS })

export function useSandboxes(): boolean {
  const { data } = useQuery(sandboxesQuery())
  return data !== undefined && data.content.length > 0
}
