import { hash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected } from '#contract/rejected.ts'
import { networkOf } from '../accounts/limits.ts'
import { type FindCaller, looksSessionUp, tokenOf } from './guard.ts'
import { type FindSigner, keyOf } from './signed-call.ts'

/** Users and networks that are counted at a time; beyond them the counter that was used longest ago is dropped. */
const COUNTED_MAX = 50_000
const WINDOW = { timeWindow: '1 minute', cache: COUNTED_MAX }

export interface CallLimit {
  /** Calls a minute; 0 for no limit. */
  readonly max: number
  readonly findCaller: FindCaller
  readonly proven: ProvenTokens
  readonly secureCookies: boolean
}

/** Counts the calls of all routes that follow, and refuses those beyond the limit with `Retry-After`. */
export async function limitCalls(
  app: FastifyInstance,
  { max, findCaller, proven, secureCookies }: CallLimit,
): Promise<void> {
  if (max === 0) return
  await app.register(rateLimit, { max, ...WINDOW, keyGenerator: (request) => countedFor(request) })
  const countWrongToken = app.createRateLimit({ max, ...WINDOW, keyGenerator: networkOfRequest })

  /**
   * The counter of a call: the user's, wherever the call comes from; the network's, which many users may share, where the call has no
   * token or a wrong one. A token is believed only when it was looked up, for this call or lately; a key when it has lately signed a call,
   * since the signature of this one can be checked only when its body is there.
   */
  async function countedFor(request: FastifyRequest): Promise<string> {
    const key = keyOf(request)
    const token = key ?? tokenOf(request, { secure: secureCookies })
    const known = token === undefined ? undefined : proven.userOf(token)
    const userId = known ?? (key === undefined && token !== undefined ? await lookUp(request, token) : undefined)
    return userId === undefined ? `network ${networkOfRequest(request)}` : `user ${userId}`
  }

  /** Looks up the session that the call needs anyway, unless its network sends too many wrong tokens. */
  async function lookUp(request: FastifyRequest, token: string): Promise<number | undefined> {
    const { endpoint } = request.routeOptions.config
    // An operator's token is no user's.
    if (!endpoint || endpoint.access === 'operator' || !looksSessionUp(endpoint)) return undefined
    const wrong = await countWrongToken(request, { increment: false })
    if (!wrong.isAllowed && wrong.remaining === 0) return undefined
    try {
      const caller = await findCaller(token, 'poll')
      if (!caller) await countWrongToken(request)
      return caller?.userId
    } catch {
      // The call looks the session up again, and is refused if that fails.
      return undefined
    }
  }
}

const networkOfRequest = ({ ip }: FastifyRequest) => networkOf(ip)

/** The settings of a route. An endpoint with a budget of its own has its own counter. */
export const limitOf = (endpoint: EndpointShape, { max }: CallLimit) => ({
  endpoint,
  ...(endpoint.ownBudget && max > 0 ? { rateLimit: { max, ...WINDOW } } : {}),
})

/** How long after its last lookup a token still counts for its user. */
const PROVEN_MS = 60_000
const PROVEN_MAX = 50_000

/**
 * The users of tokens that have lately opened a session, and of keys that have lately signed a call. Only the limit of calls reads this, so that the calls of a signed-in user
 * count for that user also where no session is looked up.
 */
export class ProvenTokens {
  readonly #userIds = new LruMap<number>(PROVEN_MAX, PROVEN_MS)

  /** The same lookup, which remembers here what it finds. */
  following(findCaller: FindCaller): FindCaller {
    return (token, use) => {
      const found = findCaller(token, use)
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

  /** The same, which remembers the users of keys. A wrong signature forgets nothing, so that a stranger cannot bring it about. */
  followingKeys(findSigner: FindSigner): FindSigner {
    return async (call) => {
      const caller = await findSigner(call)
      if (!(caller instanceof Rejected)) this.#note(call.key, caller.userId)
      return caller
    }
  }

  /** The user of a token or a key; `undefined` where it was not looked up lately. */
  userOf(token: string): number | undefined {
    return this.#userIds.get(hashOf(token))
  }

  #note(token: string, userId: number | undefined): void {
    if (userId === undefined) this.#userIds.delete(hashOf(token))
    else this.#userIds.set(hashOf(token), userId)
  }
}

const hashOf = (token: string) => hash('sha256', token, 'base64url')
