import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { dropOwnDrafts } from '#client/lib/own-drafts.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { getOperator, operatorLogin, operatorLogout, proveOperator } from '#contract/operations.ts'

export type OperatorFacts = Reply<typeof getOperator>['baseDTO']

/** Everything that the console has read; a logout forgets it. */
export const CONSOLE = 'operations'

const ME = [CONSOLE, 'me']
/** Whether the session of this page's operator has come to its end, and not by a logout. */
const ENDED = [CONSOLE, 'ended']

const ASK_AGAIN_MS = 60_000

/** The operator of this browser, or `null`. Asked again every minute, so that an ended session leads back to the login. */
export const operatorQuery = () =>
  queryOptions({
    queryKey: ME,
    queryFn: ({ signal, client }) => readOperator(signal, client),
    refetchInterval: ({ state }) => (state.data ? ASK_AGAIN_MS : false),
    meta: { offline: getOperator.offline, access: getOperator.access },
  })

async function readOperator(signal: AbortSignal, client: QueryClient): Promise<OperatorFacts | null> {
  try {
    const { baseDTO } = await callApi(getOperator, {}, { signal })
    return baseDTO
  } catch (error) {
    if (isRefusal(error, 'UNAUTHENTICATED') || isRefusal(error, 'FORBIDDEN')) {
      if (client.getQueryData(ME)) client.setQueryData(ENDED, true)
      return null
    }
    throw error
  }
}

/** Whether the login follows a session that has ended by itself. */
export function useHasEnded(): boolean {
  const client = useQueryClient()
  return useState(() => client.getQueryData(ENDED) === true)[0]
}

export function useOperatorLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof operatorLogin>['body']) => callApi(operatorLogin, { body }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ENDED })
      return client.invalidateQueries({ queryKey: operatorQuery().queryKey })
    },
  })
}

/** A call that the server refused because the session has ended, from elsewhere too, leads to the login at once. Returns the function that stops it. */
export function followEndedSession(client: QueryClient): () => void {
  const ask = (error: unknown) => {
    if (isRefusal(error, 'UNAUTHENTICATED') && client.getQueryData(ME)) void client.invalidateQueries({ queryKey: ME })
  }
  const stopQueries = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && event.query.queryKey[0] === CONSOLE)
      ask(event.action.error)
  })
  const stopMutations = client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') ask(event.action.error)
  })
  return () => {
    stopQueries()
    stopMutations()
  }
}

/** Proves by a code of the authenticator that the operator is there, before an act that asks for it. */
export const useOperatorProof = () =>
  useMutation({ mutationFn: (code: string) => callApi(proveOperator, { body: { code } }) })

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
