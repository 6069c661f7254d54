import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ensureSession } from '#client/entities/session/session.ts'
import { HOUR_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getSandboxes } from '#contract/exchange-info.ts'

/** The outside services that are sandboxes here. The list changes only with a restart of the server, so a cached answer may be an hour old. */
const sandboxesQuery = () => queryOptions({ ...endpointQuery(getSandboxes, {}), staleTime: HOUR_MS })

export function useSandboxes(): boolean {
  const { data } = useQuery(sandboxesQuery())
  return data !== undefined && data.content.length > 0
}

/** The first screen waits at most this long: a bar that moves is better than an empty page. */
const WAIT_MS_MAX = 600

/** Loads the session and the list of sandboxes, so that the bars do not move after the first paint. */
export async function loadShell(client: QueryClient): Promise<void> {
  if (!navigator.onLine) return
  const known = Promise.allSettled([ensureSession(client), client.ensureQueryData(sandboxesQuery())])
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))])
}
