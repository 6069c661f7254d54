import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { dropOwnDrafts } from '#client/lib/own-drafts.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { getOperator, operatorLogin, operatorLogout } from '#contract/operations.ts'

export type OperatorFacts = Reply<typeof getOperator>['baseDTO']

/** Everything that the console has read; a logout forgets it. */
export const CONSOLE = 'operations'

const ASK_AGAIN_MS = 60_000

/** The operator of this browser, or `null`. Asked again every minute, so that an ended session leads back to the login. */
export const operatorQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, 'me'],
    queryFn: ({ signal }) => readOperator(signal),
    refetchInterval: ({ state }) => (state.data ? ASK_AGAIN_MS : false),
    meta: { offline: getOperator.offline, access: getOperator.access },
  })

async function readOperator(signal: AbortSignal): Promise<OperatorFacts | null> {
  try {
    const { baseDTO } = await callApi(getOperator, {}, { signal })
    return baseDTO
  } catch (error) {
    if (isRefusal(error, 'UNAUTHENTICATED') || isRefusal(error, 'FORBIDDEN')) return null
    throw error
  }
}

export function useOperatorLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof operatorLogin>['body']) => callApi(operatorLogin, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: operatorQuery().queryKey }),
  })
}

const LOGOUTS = 'kimia-console-logout'

export function useOperatorLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(operatorLogout, {}),
    onSettled: () => {
      forgetConsole(client)
      const channel = new BroadcastChannel(LOGOUTS)
      channel.postMessage('logged out')
      channel.close()
    },
  })
}

/** Follows a logout in another tab. Returns the function that stops it. */
export function followOperatorLogout(client: QueryClient): () => void {
  const channel = new BroadcastChannel(LOGOUTS)
  channel.onmessage = () => forgetConsole(client)
  return () => channel.close()
}

/** Nothing of the console stays in the memory of the page, nor what its operator has begun to write in the tab. */
function forgetConsole(client: QueryClient): void {
  dropOwnDrafts()
  client.setQueryData(operatorQuery().queryKey, null)
  client.removeQueries({ predicate: ({ queryKey: [first, second] }) => first === CONSOLE && second !== 'me' })
}
