import { randomUUID } from 'node:crypto'

export interface JibitTokens {
  generate(): { accessToken: string; refreshToken: string }
  refresh(refreshToken: string): { accessToken: string; refreshToken: string } | undefined
  isAccess(accessToken: string): boolean
}

/** Tokens as Jibit gives them: opaque, short-lived, and a refresh token that works once. */
export function createJibitTokens(options: { accessLifetimeMs: number; nowMs: () => number }): JibitTokens {
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
