import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSandboxes } from '#contract/exchange-info.ts'
import { placeBuyOrder } from '#contract/orders.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { logout } from '#contract/users.ts'
import type { SessionCaller } from '#server/accounts/sessions.ts'
import { cookieText, sessionMarkText } from '#server/http/cookies.ts'
import { route } from '#server/http/route.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const TOKEN = 'lq3TZ-_0'.repeat(5)
const OURS = 'https://kimia.example'
const ali = callerOf(7, { authorized: false })
const callers = new Map<string, SessionCaller>()
let ended: number[] = []

describe.each([
  ['at once', (token: string) => callers.get(token)],
  ['after a lookup', async (token: string) => callers.get(token)],
])('a session that is found %s', (_how, findCaller) => {
  let server: Awaited<ReturnType<typeof startHttpServer>>
  beforeAll(async () => {
    callers.set(TOKEN, ali)
    server = await startHttpServer(
      [
        route({ ...getSandboxes, knowsCaller: true }, ({ caller, session }) => {
          session.open(TOKEN)
          return { content: [], message: caller ? 'known' : 'unknown' }
        }),
        route(logout, ({ caller, session }) => {
          ended = [...ended, caller.sessionId]
          session.end()
          return {}
        }),
        route(placeBuyOrder, () => {
          throw new Error('never called')
        }),
      ],
      { findCaller, publicOrigin: OURS, secureCookies: true },
    )
  })
  afterAll(() => server.close())

  const logsOut = async (headers: Record<string, string>) => {
    ended = []
    const answer = await fetch(`${server.url}/api/users/logout`, { headers })
    const { code } = await answer.json()
    return { status: answer.status, code, ended, cookies: answer.headers.getSetCookie() }
  }

  test('is opened and ended by its cookie', async () => {
    const opened = await fetch(`${server.url}/api/sandboxes`)
    expect(opened.headers.getSetCookie()).toEqual([
      cookieText('session', TOKEN, { secure: true }),
      expect.stringMatching(new RegExp(`^${SESSION_MARK}=[\\w-]+; .*Secure; SameSite=Strict$`)),
    ])
    expect(await opened.json()).toMatchObject({ message: 'unknown' })
    const cookie = `theme=dark; __Host-kimia_session=${TOKEN}`
    const again = await fetch(`${server.url}/api/sandboxes`, { headers: { cookie } })
    expect(await again.json()).toMatchObject({ message: 'known' })
    const out = await fetch(`${server.url}/api/users/logout`, { headers: { cookie, 'x-kimia-client': '1' } })
    expect(out.headers.get('clear-site-data')).toBe('"cache"')
    expect(await logsOut({ cookie, 'x-kimia-client': '1' })).toMatchObject({
      status: 200,
      ended: [7],
      cookies: [cookieText('session', undefined, { secure: true }), sessionMarkText(false, { secure: true })],
    })
  })

  test.each([
    ['a bearer from anywhere', { authorization: `Bearer ${TOKEN}`, origin: 'https://evil.example' }, 200],
    ['a cookie of our page', { cookie: `__Host-kimia_session=${TOKEN}`, 'x-kimia-client': '1', origin: OURS }, 200],
    ['a cookie without our header', { cookie: `__Host-kimia_session=${TOKEN}`, origin: OURS }, 403],
    [
      'a cookie of another site',
      { cookie: `__Host-kimia_session=${TOKEN}`, 'x-kimia-client': '1', origin: 'https://x.y' },
      403,
    ],
    ['an empty cookie without our header', { cookie: '__Host-kimia_session=' }, 403],
    ['another site without a session', { origin: 'https://evil.example' }, 403],
    [
      'a bearer that is none, beside a cookie',
      { authorization: 'Bearer x', cookie: `__Host-kimia_session=${TOKEN}` },
      403,
    ],
    ['an unknown token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    [
      'a cookie whose name another host of the site could set',
      { cookie: `kimia_session=${TOKEN}`, 'x-kimia-client': '1' },
      401,
    ],
    ['no session', {}, 401],
  ])('%s', async (_who, headers, status) => {
    const answer = await logsOut(headers)
    expect(answer).toMatchObject({ status, ended: status === 200 ? [7] : [] })
    expect(answer.code).toBe({ 200: undefined, 401: 'UNAUTHENTICATED', 403: 'ORIGIN_REFUSED' }[status])
    expect(answer.cookies.length > 0).toBe(status === 200)
  })

  test('opens nothing that needs a proven identity', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const answer = await fetch(`${server.url}/api/orders/buy`, { method: 'POST', headers })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'ACCOUNT_NOT_AUTHORIZED' })
  })
})
