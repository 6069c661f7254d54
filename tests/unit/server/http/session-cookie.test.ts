import { expect, test } from 'vitest'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { Cookies, cookieText, readCookie } from '#server/http/cookies.ts'

const TOKEN = 'lq3TZ-_0'.repeat(5)

test.each([
  [`kimia_session=${TOKEN}`, TOKEN],
  [`theme=dark; kimia_session=${TOKEN}; lang=fa`, TOKEN],
  [`theme=dark;kimia_session=${TOKEN}`, TOKEN],
  [`a=b;\tkimia_session=${TOKEN} ;c=d`, TOKEN],
  [`kimia_session=first; kimia_session=${TOKEN}`, 'first'],
  ['kimia_session=', ''],
  [`xkimia_session=${TOKEN}`, undefined],
  [`a=kimia_session=${TOKEN}`, undefined],
  [`kimia_session_2=${TOKEN}`, undefined],
  [`Kimia_Session=${TOKEN}`, undefined],
  ['kimia_session', undefined],
  ['', undefined],
  [undefined, undefined],
])('of the cookies %s the session is %s', (header, value) => {
  expect(readCookie(header, 'session', { secure: false })).toBe(value)
})

const parts = (cookie: string) => cookie.split('; ').sort()

test('a session opens for thirty days, for no script and no other site, and over TLS alone where there is TLS', () => {
  const cookie = `kimia_session=${TOKEN}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`
  expect(parts(cookieText('session', TOKEN, { secure: false }))).toEqual(parts(cookie))
  expect(parts(cookieText('session', TOKEN, { secure: true }))).toEqual(parts(`__Host-${cookie}; Secure`))
  expect(readCookie(cookieText('session', TOKEN, { secure: true }), 'session', { secure: true })).toBe(TOKEN)
})

test('a sign-on waits in a cookie that comes back with the navigation from its provider, which no session does', () => {
  const cookie = '__Host-kimia_sign_on=sealed; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure'
  expect(parts(cookieText('signOn', 'sealed', { secure: true }))).toEqual(parts(cookie))
})

test('over TLS a cookie counts only under the name that no other host can set', () => {
  expect(readCookie(`kimia_session=${TOKEN}`, 'session', { secure: true })).toBeUndefined()
  expect(readCookie(`__Host-kimia_session=${TOKEN}`, 'session', { secure: false })).toBeUndefined()
})

test('a session that ends leaves no token behind', () => {
  expect(parts(cookieText('session', undefined, { secure: true }))).toEqual(
    parts(
      '__Host-kimia_session=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; HttpOnly; SameSite=Strict; Secure',
    ),
  )
})

test('a mark that scripts can read comes and goes with the session, is another for each, and has nothing of its token', () => {
  const marks = [1, 2].map(() => {
    const cookies = new Cookies(undefined, { secure: true })
    cookies.keep('device', 'known')
    cookies.keep('session', TOKEN)
    const [, session = '', mark = '', ...more] = cookies.lines()
    expect(more).toEqual([])
    const life = /Max-Age=\d+/
    expect(life.exec(mark)?.[0]).toBe(life.exec(session)?.[0])
    expect(mark).toMatch(new RegExp(`^${SESSION_MARK}=[\\w-]{8}; Max-Age=\\d+; Path=/; Secure; SameSite=Strict$`))
    return mark
  })
  expect(new Set(marks).size).toBe(2)
  const cookies = new Cookies(`kimia_session=${TOKEN}; ${SESSION_MARK}=x`, { secure: false })
  cookies.drop('session')
  expect(cookies.lines().map((line) => parts(line))).toEqual(
    ['kimia_session', SESSION_MARK].map((name) =>
      expect.arrayContaining([`${name}=`, 'Max-Age=0', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT']),
    ),
  )
})
