import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type Account, getAccount } from '#contract/account.ts'
import { awaitsIdentityCode as awaitsCode } from '#domain/verification.ts'
import { callApi, isRefusal } from './call-api.ts'
import { noteEndedMark, sessionMark } from './session-mark.ts'

export type Session = z.output<typeof Account>

const FRESH_MS = 30_000
/** A page waits no longer than this for the session; it then renders without it. */
const ANSWER_MS_MAX = 4_000

const QUERY_KEY = ['session']

/**
 * Who is signed in: the account, or `null` for a visitor. The session itself is a cookie that no script can read, so
 * the server is asked where a mark says that there is one. Without an answer (no network) the data stays `undefined`: unknown is not a visitor.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: QUERY_KEY,
    queryFn: ({ signal, client }) => askWhereMarked(signal, client),
    staleTime: FRESH_MS,
    // The default would hold the question, and with it the page, until a network is there.
    networkMode: 'always',
    meta: { offline: getAccount.offline, access: getAccount.access },
  })

/** Of the user's own logout: what is refused while it is under way is no session that has ended by itself. */
export const LOGOUT_KEY = ['logout'] as const

export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery()).data
}

/** For route guards: the session, fetched where it is not known; `undefined` where no answer comes in time. */
export async function ensureSession(client: QueryClient): Promise<Session | null | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ANSWER_MS_MAX))
  return Promise.race([client.ensureQueryData(sessionQuery()).catch(() => undefined), patience])
}

/** A user whose mark has gone, as with all cookies of the site, is no visitor before the server has said so: its refusal is a logout. */
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
