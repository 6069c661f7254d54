import { hash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import type { EndpointShape } from '#contract/endpoint.ts'
import { networkOf } from '../accounts/limits.ts'
import { type FindCaller, looksSessionUp, tokenOf } from './guard.ts'

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
    const { endpoint } = request.routeOptions.config
    if (!endpoint || !looksSessionUp(endpoint)) return undefined
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

/** What a route is known by. One with a budget of its own is counted by itself: nothing else uses that up. */
export const limitOf = (endpoint: EndpointShape, { max }: CallLimit) => ({
  endpoint,
  ...(endpoint.ownBudget && max > 0 ? { rateLimit: { max, ...WINDOW } } : {}),
})

/** How long after its last proof a token still counts for its user. */
const PROVEN_MS = 60_000
const PROVEN_MAX = 50_000

/**
 * Which tokens have lately been found to open a session, and whose. The limit of calls reads this, so that the calls of a
 * signed-in user count for that user also where no session is looked up. It decides nothing else.
 */
export class ProvenTokens {
  readonly #userIds = new LruMap<number>(PROVEN_MAX, PROVEN_MS)

  /** The same lookup, with what it finds remembered here. */
  following(findCaller: FindCaller): FindCaller {
    return (token) => {
      const found = findCaller(token)
      if (!(found instanceof Promise)) {
        this.#note(token, found?.userId)
        return found
      }
      return found.then((caller) => {
        this.#note(token, caller?.userId)
        return caller
      })
    }
  }

  /** The user whose session a token opens; `undefined` where that was not proven lately. */
  userOf(token: string): number | undefined {
    return this.#userIds.get(keyOf(token))
  }

  #note(token: string, userId: number | undefined): void {
    if (userId === undefined) this.#userIds.delete(keyOf(token))
    else this.#userIds.set(keyOf(token), userId)
  }
}

const keyOf = (token: string) => hash('sha256', token, 'base64url')
