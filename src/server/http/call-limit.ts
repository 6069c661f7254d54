import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import { networkOf } from '../accounts/network-of.ts'
import { type FindCaller, looksSessionUp, tokenOf } from './guard.ts'
import type { ProvenTokens } from './proven-tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call of this route asks whose session its token opens. */
    looksSessionUp?: boolean
  }
}

/** Users and networks that are counted at a time; beyond them the one that called longest ago is forgotten. */
const COUNTED_MAX = 50_000
const WINDOW = { timeWindow: '1 minute', cache: COUNTED_MAX }

export interface CallLimit {
  /** Calls a minute; 0 for no limit. */
  readonly max: number
  readonly findCaller: FindCaller
  readonly proven: ProvenTokens
}

/** Counts the calls of all routes that follow, and refuses those beyond the limit with `Retry-After`. */
export async function limitCalls(app: FastifyInstance, { max, findCaller, proven }: CallLimit): Promise<void> {
  if (max === 0) return
  await app.register(rateLimit, { max, ...WINDOW, keyGenerator: (request) => countedFor(request) })
  const countWrongToken = app.createRateLimit({ max, ...WINDOW, keyGenerator: networkOfRequest })

  /**
   * Who is counted: the user, wherever the call comes from; the network, which many may share, where there is no token or
   * one that opens nothing. A token is believed only when it was looked up, for this call or lately.
   */
  async function countedFor(request: FastifyRequest): Promise<string> {
    const token = tokenOf(request)
    const userId = token === undefined ? undefined : (proven.userOf(token) ?? (await lookUp(request, token)))
    return userId === undefined ? `network ${networkOfRequest(request)}` : `user ${userId}`
  }

  /** Looks up what the call is going to look up anyway, unless its network sends too many tokens that open nothing. */
  async function lookUp(request: FastifyRequest, token: string): Promise<number | undefined> {
    if (!request.routeOptions.config.looksSessionUp) return undefined
    const wrong = await countWrongToken(request, { increment: false })
    if (!wrong.isAllowed && wrong.remaining === 0) return undefined
    try {
      const caller = await findCaller(token)
      if (!caller) await countWrongToken(request)
      return caller?.userId
    } catch {
      // The call itself asks again, and says what is wrong.
      return undefined
    }
  }
}

const networkOfRequest = ({ ip }: FastifyRequest) => networkOf(ip)

/** What the limit has to know of a route. One with a budget of its own is counted by itself: nothing else uses that up. */
export const limitOf = (endpoint: EndpointShape, { max }: CallLimit) => ({
  looksSessionUp: looksSessionUp(endpoint),
  ...(endpoint.ownBudget && max > 0 ? { rateLimit: { max, ...WINDOW } } : {}),
})
