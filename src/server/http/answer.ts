import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejected } from '#contract/rejected.ts'
import { EventStream } from './event-stream.ts'
import { type GuardSettings, guard, SESSION_COOKIE } from './guard.ts'
import type { LiveStreams } from './live-streams.ts'
import { languageOf, readCall } from './read-call.ts'
import { sendChartRefusal, sendRefusal } from './refusal.ts'
import { type Language, type Route, SeeOther } from './route.ts'
import { sendSnapshot } from './send-snapshot.ts'
import { Snapshot } from './snapshot.ts'

export interface AnswerSettings extends GuardSettings {
  readonly secureCookies: boolean
  /** Is this the error of something that is away for the moment? Nobody can say then whether the call took effect. */
  readonly isUnavailable: (error: unknown) => boolean
  /** Reads every reply through the contract before it leaves: for tests and development. */
  readonly checkReplies: boolean
}

/** How long a browser keeps the session's cookie; the store decides how long the session lives. */
const COOKIE_SECONDS = 30 * 24 * 3_600

/** Guards, reads, calls and answers: what every route goes through. */
export async function answer(
  { endpoint, handle }: Route,
  {
    request,
    reply,
    settings,
    streams,
  }: { request: FastifyRequest; reply: FastifyReply; settings: AnswerSettings; streams: LiveStreams },
): Promise<FastifyReply> {
  const language = languageOf(request)
  const caller = await guard(endpoint, request, settings)
  if (caller instanceof Rejected) return refuse(endpoint, caller, { reply, language })
  const parts = await readCall(endpoint, request)
  if (parts instanceof Rejected) return refuse(endpoint, parts, { reply, language })

  let session: string | 'end' | undefined
  const call = {
    ...parts,
    caller,
    language,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    lastEventId: lastEventIdOf(request),
    session: {
      open: (token: string) => {
        session = token
      },
      end: () => {
        session = 'end'
      },
    },
  }
  const result = await attempt(() => handle(call as never), settings)
  if (result instanceof Rejected) return refuse(endpoint, result, { reply, language })
  if (result instanceof SeeOther) return reply.redirect(result.location, 303)
  if (result instanceof Snapshot) return sendSnapshot(result, { request, reply })
  if (result instanceof EventStream) {
    const opened = streams.open(result, { request, reply, caller })
    return opened instanceof Rejected ? sendRefusal(reply, opened, language) : opened
  }
  if (session === 'end' && caller) streams.endSession(caller.sessionId)
  if (session !== undefined) setCookie(reply, session, settings)
  if (settings.checkReplies) endpoint.response.parse(result)
  return reply.header('cache-control', cacheControl(endpoint)).send(result)
}

function refuse(
  { base }: Route['endpoint'],
  refusal: Rejected,
  { reply, language }: { reply: FastifyReply; language: Language },
): FastifyReply {
  return base === '/udf' ? sendChartRefusal(reply, refusal) : sendRefusal(reply, refusal, language)
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' ? id.slice(0, 100) : undefined
}

/** What the contract lets a device keep may be kept, and is asked for again; anything else is not stored anywhere. */
const cacheControl = ({ offline }: Route['endpoint']) => (offline === 'keep' ? 'no-cache' : 'no-store')

async function attempt(handle: () => unknown, { isUnavailable }: AnswerSettings): Promise<unknown> {
  try {
    return await handle()
  } catch (error) {
    if (isUnavailable(error)) return new Rejected('UNAVAILABLE')
    throw error
  }
}

function setCookie(reply: FastifyReply, session: string, { secureCookies }: AnswerSettings): void {
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: secureCookies } as const
  if (session === 'end') reply.clearCookie(SESSION_COOKIE, options)
  else reply.setCookie(SESSION_COOKIE, session, { ...options, maxAge: COOKIE_SECONDS })
}
