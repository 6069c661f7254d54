import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { logout } from '#contract/users.ts'
import type { SessionCaller } from '#server/accounts/sessions.ts'
import { STREAM_LIMITS, type StreamLimits } from '#server/http/live-streams.ts'
import { route } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import type { Database } from '#server/store/database.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { credit, order } from './commands.ts'
import { type LivingExchange, openLivingExchange } from './living-exchange.ts'
import { idOf } from './people.ts'
import { quotesOf } from './quotes.ts'

export interface LivingServer {
  readonly living: LivingExchange
  readonly server: FastifyInstance
  /** Without a trailing slash. */
  readonly url: string
  /** The session that each token opens. */
  readonly sessions: Map<string, SessionCaller>
  /** Opens a session and returns its token. */
  signIn(who: string, differences?: Partial<SessionCaller>): string
  /** "ali", "1000 TOMAN". */
  give(who: string, text: string): Promise<unknown>
  /** "ali buys 2 GOLD at 100". @throws Error if it was refused */
  place(sentence: string): Promise<void>
  close(): Promise<void>
}

/** The market data of a seeded exchange on a real HTTP server, with a logout. */
export async function startLivingServer(
  database: Database,
  { streamLimits = {} }: { streamLimits?: Partial<StreamLimits> } = {},
): Promise<LivingServer> {
  const living = await openLivingExchange(database, quotesOf({ at: new Date(), change: '1.5' }))
  const sessions = new Map<string, SessionCaller>()
  let made = 0
  const server = await createServer({
    routes: [
      ...living.marketData.routes,
      route(logout, ({ caller, session }) => {
        for (const [token, { sessionId }] of sessions) if (sessionId === caller.sessionId) sessions.delete(token)
        session.end()
        return {}
      }),
    ],
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [],
    requestsPerMinuteMax: 0,
    proxyHops: 0,
    streamLimits: { ...STREAM_LIMITS, ...streamLimits },
    findCaller: async (token) => sessions.get(token),
    publicOrigin: undefined,
    secureCookies: false,
    codeOfFailure: () => undefined,
    now: () => new Date(),
    checkReplies: true,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const given = () => {
    made += 1
    return { key: `living-${made}-${Date.now()}`, at: Date.now() }
  }
  return {
    living,
    server,
    url,
    sessions,
    signIn(who, differences = {}) {
      made += 1
      const token = `session-of-${who}-${made}`
      sessions.set(token, callerOf(idOf(who), { sessionId: made, ...differences }))
      return token
    },
    give: (who, text) => living.exchange.submit(credit(who, text, given())),
    async place(sentence) {
      const result = await living.exchange.submit(order(sentence, given()))
      if (result.kind !== 'order') throw new Error(`${sentence}: ${JSON.stringify(result)}`)
    },
    async close() {
      await server.close()
      await living.close()
    },
  }
}
