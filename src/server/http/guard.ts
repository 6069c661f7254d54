import type { FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected } from '#contract/rejected.ts'
import type { Caller } from './route.ts'

export const SESSION_COOKIE = 'kimia_session'

/** The header that only our own pages send: a form of another site cannot. */
const CLIENT_HEADER = 'x-kimia-client'

export interface GuardSettings {
  readonly findCaller: (token: string) => Promise<Caller | undefined>
  /** Origins that the product is served from, besides the one the request names as its host. */
  readonly publicOrigin: string | undefined
}

/**
 * Who calls, and whether he may. Programs send the token as a bearer; browsers as a cookie, and then whatever changes
 * something needs our own header and an Origin that is ours.
 */
export async function guard(
  endpoint: EndpointShape,
  request: FastifyRequest,
  { findCaller, publicOrigin }: GuardSettings,
): Promise<Caller | undefined | Rejected> {
  const bearer = bearerOf(request)
  const token = tokenOf(request)
  const changes = endpoint.method !== 'GET' || endpoint.changesState === true
  if (!bearer && changes && !isOurPage(request, publicOrigin)) return new Rejected('ORIGIN_REFUSED')
  const caller = token === undefined ? undefined : await findCaller(token)
  if (endpoint.access === 'public') return caller
  if (!caller) return new Rejected('UNAUTHENTICATED')
  if (endpoint.access === 'authorized' && !caller.authorized) return new Rejected('ACCOUNT_NOT_AUTHORIZED')
  return caller
}

const bearerOf = ({ headers }: FastifyRequest) =>
  /^Bearer ([A-Za-z0-9_-]{16,128})$/.exec(headers.authorization ?? '')?.[1]

/** The session's token: a program's bearer, or else the browser's cookie. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  bearerOf(request) ?? request.cookies[SESSION_COOKIE]

/** Browsers send an Origin with everything that is not a plain GET of the same site; its absence is a program's. */
function isOurPage(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers
  const hasCookie = request.cookies[SESSION_COOKIE] !== undefined
  if (hasCookie && request.headers[CLIENT_HEADER] === undefined) return false
  if (origin === undefined) return true
  return origin === publicOrigin || origin === `${request.protocol}://${request.host}`
}
