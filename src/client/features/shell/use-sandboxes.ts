import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getSandboxes } from '#contract/content.ts'

/** Whether any outside service is a sandbox here. It does not change while the server runs. */
export function useSandboxes(): boolean {
  const { data } = useQuery({ ...endpointQuery(getSandboxes, {}), staleTime: Number.POSITIVE_INFINITY })
  return data !== undefined && data.content.length > 0
}
