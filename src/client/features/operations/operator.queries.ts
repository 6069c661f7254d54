import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import { wipeTabValues } from '#client/lib/tab-value.ts'
import type { EndpointShape, Input, Reply } from '#contract/endpoint.ts'
import { getOperator, operatorLogin, operatorLogout, proveOperator } from '#contract/operations.ts'

export type OperatorFacts = Reply<typeof getOperator>['baseDTO']

/** The start of the key of all queries of the console; a logout removes them. */
export const CONSOLE = 'operations'

type CallInput<Shape extends EndpointShape> = Parameters<typeof callApi<Shape>>[1]

/** The query of one endpoint of the console. A factory adds its `refetchInterval` and `select`. */
export function consoleQuery<const Shape extends EndpointShape>(endpoint: Shape, input: CallInput<Shape>) {
  const queryKey: readonly unknown[] = [CONSOLE, endpoint.path, input]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
    meta: { offline: endpoint.offline, access: endpoint.access },
  })
}

/** For `select`: what an answer is about, a single thing or a list. */
export const answerOf = <Answer>({ baseDTO }: { baseDTO: Answer }): Answer => baseDTO
export const contentOf = <Content>({ content }: { content: Content }): Content => content

interface PagedShape extends EndpointShape {
  readonly response: z.ZodMiniType<{ readonly next?: string | undefined }>
}

/** The query of a list that is read page by page; `inputAt` gives the input for the page at a cursor. */
export function consolePages<const Shape extends PagedShape>(
  endpoint: Shape,
  inputAt: (cursor: string) => CallInput<Shape>,
) {
  const queryKey: readonly unknown[] = [CONSOLE, endpoint.path, inputAt(listPages.initialPageParam)]
  return infiniteQueryOptions({
    ...listPages,
    queryKey,
    queryFn: ({ pageParam, signal }) => callApi(endpoint, inputAt(pageParam), { signal }),
    meta: { offline: endpoint.offline, access: endpoint.access },
  })
}

const ME = [CONSOLE, 'me']
/** Whether the operator's session has ended by itself, not by a logout. */
const ENDED = [CONSOLE, 'ended']

const ASK_AGAIN_MS = 60_000

/** The signed-in operator, or `null`. Polled every minute, so that an ended session leads back to the login. */
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
      if (client.getQueryData(ME)) endConsole(client)
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

/**
 * When any call is refused because the session has ended, possibly elsewhere, this wipes the screen and shows the login. Returns the function that
 * stops it.
 */
export function followEndedSession(client: QueryClient): () => void {
  const end = (error: unknown) => {
    if (!isRefusal(error, 'UNAUTHENTICATED') || !client.getQueryData(ME)) return
    endConsole(client)
    // Another tab may have logged in meanwhile.
    void client.invalidateQueries({ queryKey: ME })
  }
  const stopQueries = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && event.query.queryKey[0] === CONSOLE)
      end(event.action.error)
  })
  const stopMutations = client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') end(event.action.error)
  })
  return () => {
    stopQueries()
    stopMutations()
  }
}

const TICK_MS = 1_000
/** This long before the known end, the server is asked whether an act has extended the session. */
const ASK_BEFORE_MS = 5_000

/**
 * Wipes the screen at the known end of the session, whether the server answers or not. If the device's clock is ahead, only the server's answers end
 * the session. Returns the function that stops it.
 */
export function followSessionEnd(client: QueryClient, expiresAt: string): () => void {
  const ask = () => void client.invalidateQueries({ queryKey: ME })
  const leftMs = () => Date.parse(expiresAt) - Date.now()
  if (leftMs() <= 0) return () => undefined
  let isAsked = false
  const timer = setInterval(() => {
    const left = leftMs()
    if (!isAsked && left <= ASK_BEFORE_MS) {
      isAsked = true
      ask()
    }
    if (left > 0) return
    clearInterval(timer)
    endConsole(client)
    ask()
  }, TICK_MS)
  return () => clearInterval(timer)
}

/** Sends a code of the authenticator as a proof of presence, before an act that requires it. */
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

/** Removes all data of the console from the page's memory, and the operator's drafts from the tab. */
function forgetConsole(client: QueryClient): void {
  wipeTabValues()
  client.setQueryData(operatorQuery().queryKey, null)
  forgetPages(client)
}

/** Removes all data from the screen and from the page's memory, but keeps the operator's drafts. */
function endConsole(client: QueryClient): void {
  forgetPages(client)
  client.setQueryData(ENDED, true)
  client.setQueryData(ME, null)
}

const forgetPages = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey: [first, second] }) => first === CONSOLE && second !== 'me' })
