import { randomUUID } from 'node:crypto'
import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { sendPage } from '../pages.ts'
import { answerCard, answerIban, answerMatching, answerSimilarity, type JibitAnswer } from './jibit-answers.ts'
import { magicCodesPage } from './magic-codes-page.ts'

export interface JibitSandboxSettings {
  readonly apiKey: string
  readonly secretKey: string
  readonly accessLifetimeMs: number
  readonly now: () => Date
}

const Keys = z.object({ apiKey: z.string(), secretKey: z.string() })
const Refresh = z.object({ refreshToken: z.string() })

/** The questions it answers, by path. */
const ANSWERS: Readonly<Record<string, (query: unknown) => JibitAnswer>> = {
  '/v1/services/matching': answerMatching,
  '/v1/services/identity/similarity': answerSimilarity,
  '/v1/cards': answerCard,
  '/v1/ibans': answerIban,
}

/** Jibit's side of the identity inquiries. Mount it at /sandbox/jibit; `GET /` lists its magic national codes. */
export function jibitSandbox(settings: JibitSandboxSettings): FastifyPluginCallback {
  const tokens = createJibitTokens({
    accessLifetimeMs: settings.accessLifetimeMs,
    nowMs: () => settings.now().getTime(),
  })
  return (app, _options, done) => {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'جیبیت آزمایشی', body: magicCodesPage() }))
    app.post('/v1/tokens/generate', (request, reply) => {
      const keys = Keys.safeParse(request.body).data
      if (keys?.apiKey === settings.apiKey && keys.secretKey === settings.secretKey)
        return reply.send(tokens.generate())
      return reply.code(400).send({ code: 'invalid.credentials', message: 'کلیدها معتبر نیست' })
    })
    app.post('/v1/tokens/refresh', (request, reply) => {
      const renewed = tokens.refresh(Refresh.safeParse(request.body).data?.refreshToken ?? '')
      return renewed ?? reply.code(403).send({ code: 'forbidden', message: 'توکن معتبر نیست' })
    })
    for (const [path, answer] of Object.entries(ANSWERS)) {
      app.get(path, (request, reply) => {
        const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
        if (scheme !== 'Bearer' || !tokens.isAccess(token)) {
          return reply.code(401).send({ code: 'security.auth_required', message: 'توکن معتبر نیست' })
        }
        const { status, body } = answer(request.query)
        return reply.code(status).send(body)
      })
    }
    done()
  }
}

interface JibitTokens {
  generate(): { accessToken: string; refreshToken: string }
  refresh(refreshToken: string): { accessToken: string; refreshToken: string } | undefined
  isAccess(accessToken: string): boolean
}

/** Tokens in Jibit's manner: opaque, short-lived, and with a refresh token that works once. */
function createJibitTokens(options: { accessLifetimeMs: number; nowMs: () => number }): JibitTokens {
  const expiryByAccess = new Map<string, number>()
  const refreshTokens = new Set<string>()
  const generate = () => {
    const nowMs = options.nowMs()
    for (const [token, expiryMs] of expiryByAccess) if (expiryMs <= nowMs) expiryByAccess.delete(token)
    const accessToken = randomUUID()
    const refreshToken = randomUUID()
    expiryByAccess.set(accessToken, nowMs + options.accessLifetimeMs)
    refreshTokens.add(refreshToken)
    return { accessToken, refreshToken }
  }
  return {
    generate,
    refresh: (refreshToken) => (refreshTokens.delete(refreshToken) ? generate() : undefined),
    isAccess: (accessToken) => (expiryByAccess.get(accessToken) ?? 0) > options.nowMs(),
  }
}
