import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

export interface JibitKeys {
  readonly apiKey: string
  readonly secretKey: string
  readonly accessLifetimeMs: number
  readonly now: () => Date
}

const Keys = z.object({ apiKey: z.string(), secretKey: z.string() })
const Refresh = z.object({ refreshToken: z.string() })

/** The answer to a call without a valid access token. */
export const JIBIT_UNAUTHORIZED = { code: 'security.auth_required', message: 'توکن معتبر نیست' }

/** Serves the calls for tokens of one of Jibit's services. Returns the check of a call's access token. */
export function serveJibitTokens(
  app: FastifyInstance,
  { version, ...settings }: JibitKeys & { readonly version: 'v1' | 'v2' },
): (request: FastifyRequest) => boolean {
  const tokens = createJibitTokens({
    accessLifetimeMs: settings.accessLifetimeMs,
    nowMs: () => settings.now().getTime(),
  })
  app.post(`/${version}/tokens/generate`, (request, reply) => {
    const keys = Keys.safeParse(request.body).data
    if (keys?.apiKey === settings.apiKey && keys.secretKey === settings.secretKey) return reply.send(tokens.generate())
    return reply.code(400).send({ code: 'invalid.credentials', message: 'کلیدها معتبر نیست' })
  })
  app.post(`/${version}/tokens/refresh`, (request, reply) => {
    const renewed = tokens.refresh(Refresh.safeParse(request.body).data?.refreshToken ?? '')
    return renewed ?? reply.code(403).send({ code: 'forbidden', message: 'توکن معتبر نیست' })
  })
  return (request) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    return scheme === 'Bearer' && tokens.isAccess(token)
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
