import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { networkOf } from '../accounts/limits.ts'
import { hashOf } from '../accounts/sessions.ts'
import { type FindCaller, type FindSigner, keyOf, looksSessionUp, tokenOf } from './guard.ts'
import { type CallCounter, COUNTED_MAX, type SharedCounts, sharedStore } from './shared-counts.ts'

const WINDOW = { timeWindow: '1 minute', cache: COUNTED_MAX }

/** The share of its user's calls that one session may use up, so that a stolen session leaves the rest to the owner. */
const SESSION_SHARE = 0.5

export interface CallLimit {
  /** Calls a minute; 0 for no limit. */
  readonly max: number
  readonly findCaller: FindCaller
  readonly proven: ProvenTokens
  readonly secureCookies: boolean
  /** Absent in a single process, whose windows begin with the first call of each counter. */
  readonly sharedCounts: SharedCounts | undefined
}

/** Counts the calls of all routes that follow, and refuses those beyond the limit with `Retry-After`. */
export async function limitCalls(
  app: FastifyInstance,
  { max, findCaller, proven, secureCookies, sharedCounts }: CallLimit,
): Promise<void> {
  if (max === 0) return
  await app.register(rateLimit, {
    max: (_request, counter) => (counter.startsWith(SPENT) ? 0 : max),
    ...WINDOW,
    ...(sharedCounts && { store: sharedStore(sharedCounts, app.prefix) }),
    keyGenerator: (request) => countedFor(request),
  })
  const countWrongToken = app.createRateLimit({
    max,
    ...WINDOW,
    keyGenerator: (request: FastifyRequest) => `wrong ${networkOfRequest(request)}`,
  })
  const countSession = app.createRateLimit({
    max: Math.ceil(max * SESSION_SHARE),
    ...WINDOW,
    keyGenerator: (request: FastifyRequest) => sessionOf(request) ?? '',
  })

  /**
   * The counter of a call: the user's, from any network, while its session has some of its share left; the network's, which many users may
   * share, for a call without a valid token. A token counts for its user only if it was looked up, for this call or recently. An endpoint
   * with its own budget has one per session.
   */
  async function countedFor(request: FastifyRequest): Promise<string> {
    const network = `network ${networkOfRequest(request)}`
    const key = keyOf(request)
    if (key !== undefined) return countedForKey(key, network)
    const token = tokenOf(request, { secure: secureCookies })
    const userId = token === undefined ? undefined : (proven.userOf(token) ?? (await lookUp(request, token)))
    const session = userId === undefined ? undefined : sessionOf(request)
    if (session === undefined) return network
    if (request.routeOptions.config.endpoint?.ownBudget) return session
    const share = await countSession(request)
    return !share.isAllowed && share.isExceeded ? `${SPENT}${session}` : `user ${userId}`
  }

  /**
   * Anybody can send a key's name, and the signature can be checked only once the body has arrived: until it is valid, nothing counts for
   * the user. Programs that recently signed from a network are counted apart from its other callers.
   */
  const countedForKey = (key: string, network: string) =>
    proven.userOf(key) === undefined ? network : `key ${hashOf(key)} ${network}`

  function sessionOf(request: FastifyRequest): string | undefined {
    const token = tokenOf(request, { secure: secureCookies })
    return token === undefined ? undefined : `session ${hashOf(token)}`
  }

  /** Looks up the session that the call needs anyway, unless its network sends too many wrong tokens. */
  async function lookUp(request: FastifyRequest, token: string): Promise<number | undefined> {
    const { endpoint } = request.routeOptions.config
    // An operator's token belongs to no user.
    if (!endpoint || endpoint.access === 'operator' || !looksSessionUp(endpoint)) return undefined
    const wrong = await countWrongToken(request, { increment: false })
    if (!wrong.isAllowed && wrong.remaining === 0) return undefined
    try {
      const caller = await findCaller(token, 'poll')
      if (!caller) await countWrongToken(request)
      return caller?.userId
    } catch {
      // The call itself looks the session up again, and is refused if that fails.
      return undefined
    }
  }
}

/** The prefix of the counter of a session that has used up its share: such a session may make no call. */
const SPENT = 'spent '

const networkOfRequest = ({ ip }: FastifyRequest) => networkOf(ip)

/** The settings of a route. An endpoint with a budget of its own has its own counter. */
export const limitOf = (endpoint: EndpointShape, { max }: CallLimit) => ({
  endpoint,
  ...(endpoint.ownBudget && max > 0 ? { rateLimit: { max, ...WINDOW } } : {}),
})

/** How long after its last lookup a token still counts for its user. */
const PROVEN_MS = 60_000
const PROVEN_MAX = 50_000
const SIGNED_MS = 60_000

/** The counter of a single process: a window begins with its first call. */
function ownCounter(): Pick<CallCounter, 'add'> {
  const counters = new LruMap<{ calls: number; readonly endsAt: number }>(COUNTED_MAX, SIGNED_MS)
  return {
    add(name) {
      const counted = counters.get(name) ?? { calls: 0, endsAt: Date.now() + SIGNED_MS }
      counted.calls += 1
      if (counted.calls === 1) counters.set(name, counted)
      return { calls: counted.calls, ms: counted.endsAt - Date.now() }
    },
  }
}

/**
 * The users of tokens that recently opened a session, and of keys that recently signed a call. Only the call limit reads this, so that the
 * calls of a signed-in user count for that user even if no session is looked up.
 */
export class ProvenTokens {
  readonly #userIds = new LruMap<number>(PROVEN_MAX, PROVEN_MS)
  /** Signed calls by user. */
  readonly #signed: Pick<CallCounter, 'add'>

  constructor(sharedCounts?: SharedCounts) {
    this.#signed = sharedCounts?.of('signed') ?? ownCounter()
  }

  /** The same lookup, which also records its results here. */
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

  /**
   * The same for keys: it records their users and counts their signed calls, so many a minute, and as many for each endpoint with its own
   * budget. A wrong signature removes no record and counts for nobody, so that a stranger can affect neither.
   */
  followingKeys(findSigner: FindSigner, max: number): FindSigner {
    return async (call, endpoint) => {
      const caller = await findSigner(call, endpoint)
      if (caller instanceof Rejected) return caller
      this.#note(call.key, caller.userId)
      const own = endpoint.ownBudget ? ` ${endpoint.method} ${endpoint.path}` : ''
      return (max > 0 && this.#countSigned(`${caller.userId}${own}`, max)) || caller
    }
  }

  #countSigned(name: string, max: number): Rejected | undefined {
    const { calls, ms } = this.#signed.add(name, max)
    if (calls <= max) return undefined
    return rejected('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1_000)) })
  }

  /** The user of a token or a key; `undefined` if it was not looked up recently. */
  userOf(token: string): number | undefined {
    return this.#userIds.get(hashOf(token))
  }

  #note(token: string, userId: number | undefined): void {
    if (userId === undefined) this.#userIds.delete(hashOf(token))
    else this.#userIds.set(hashOf(token), userId)
  }
}
