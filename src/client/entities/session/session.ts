import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { noteEndedMark, sessionMark } from '#client/lib/session-mark.ts'
import { Account, getAccount } from '#contract/account.ts'
import { awaitsIdentityCode as awaitsCode } from '#domain/verification.ts'

export type Session = z.output<typeof Account>

const FRESH_MS = 30_000
/** A page waits at most this long for the session; then it renders without it. */
const ANSWER_MS_MAX = 4_000

const QUERY_KEY = ['session']

/**
 * The signed-in account, or `null` for a visitor. Scripts cannot read the session cookie, so the server is asked if the marker cookie says that a
 * session exists. Without an answer (no network) the data stays `undefined`: an unknown session is not a visitor.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: QUERY_KEY,
    queryFn: ({ signal, client }) => askWhereMarked(signal, client),
    staleTime: FRESH_MS,
    // The default would delay the request, and with it the page, until the network is back.
    networkMode: 'always',
    meta: { offline: getAccount.offline, access: getAccount.access, reply: Account },
  })

/** Whether it is the last known state of the account, from the device, which a page about the person cannot show. */
export const lacksPerson = ({ mobileNumber }: Session): boolean => mobileNumber === ''

/** The key of the user's own logout: a call refused during it does not mean that the session ended by itself. */
export const LOGOUT_KEY = ['logout'] as const

export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery()).data
}

/** For route guards: the session, fetched if unknown; `undefined` if no answer arrives in time. */
export async function ensureSession(client: QueryClient): Promise<Session | null | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ANSWER_MS_MAX))
  const stops: (() => void)[] = []
  // The device's copy is there before the last try for the server's answer has failed.
  const known = new Promise<Session | null>((resolve) => {
    const take = ({ query }: { query: { queryKey: readonly unknown[] } }) => {
      const session = query.queryKey[0] === QUERY_KEY[0] ? client.getQueryData(sessionQuery().queryKey) : undefined
      if (session !== undefined) resolve(session)
    }
    stops.push(client.getQueryCache().subscribe(take))
  })
  const asked = client.ensureQueryData(sessionQuery()).catch(() => undefined)
  return Promise.race([known, asked, patience]).finally(() => {
    for (const stop of stops) stop()
  })
}

/**
 * A signed-in user whose marker cookie is gone, as when all cookies of the site are deleted, is not a visitor yet: the server's refusal makes it a
 * logout.
 */
async function askWhereMarked(signal: AbortSignal, client: QueryClient): Promise<Session | null> {
  const mark = sessionMark()
  if (mark === undefined && !client.getQueryData(QUERY_KEY)) return null
  const session = await readSession(signal)
  if (session === null && mark !== undefined) noteEndedMark(mark)
  return session
}

/** Reads the session from the server, without any cache. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    const { baseDTO } = await callApi(getAccount, {}, signal ? { signal } : {})
    return baseDTO
  } catch (error) {
    if (isRefusal(error, 'UNAUTHENTICATED')) return null
    throw error
  }
}

/** Whether only the identity code is missing. The flag `pending` means something else: an operator is reviewing the form. */
export const awaitsIdentityCode = ({ authenticationType }: Pick<Session, 'authenticationType'>): boolean =>
  awaitsCode(authenticationType)
