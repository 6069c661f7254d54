import { expect, test } from 'vitest'
import { sessionCookie, sessionCookieOf } from '#server/http/session-cookie.ts'

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
  expect(sessionCookieOf(header)).toBe(value)
})

test('a long header without a session is read in no time', () => {
  const began = performance.now()
  expect(sessionCookieOf('; '.repeat(8_000) + ';\t'.repeat(8_000) + ' '.repeat(16_000))).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(50)
})

test('a session opens for thirty days, for no script and no other site, and over TLS alone where there is TLS', () => {
  const cookie = `kimia_session=${TOKEN}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`
  expect(sessionCookie(TOKEN, { secure: false })).toBe(cookie)
  expect(sessionCookie(TOKEN, { secure: true })).toBe(`${cookie}; Secure`)
  expect(sessionCookieOf(sessionCookie(TOKEN, { secure: true }))).toBe(TOKEN)
})

test('a session that ends leaves no token behind', () => {
  expect(sessionCookie('end', { secure: true })).toBe(
    'kimia_session=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
})
