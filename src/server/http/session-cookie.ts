import { parseCookie, stringifySetCookie } from 'cookie'

const NAME = 'kimia_session'

/** How long a browser keeps the session's cookie; the store decides how long the session lives. */
const KEPT_SECONDS = 30 * 24 * 3_600

/** What a Cookie header says of the session, token or not. */
export const sessionCookieOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[NAME]

/** The Set-Cookie that opens a session with a token, or ends it: for no script, and for requests of our own pages alone. */
export function sessionCookie(token: string | 'end', { secure }: { secure: boolean }): string {
  const [value, life] = token === 'end' ? ['', { maxAge: 0, expires: new Date(0) }] : [token, { maxAge: KEPT_SECONDS }]
  return stringifySetCookie({ name: NAME, value, ...life, path: '/', httpOnly: true, sameSite: 'strict', secure })
}

/** What a handler wishes of the browser's session: opened with a token, ended, or left as it is. */
export class SessionWish {
  wanted: string | 'end' | undefined

  open(token: string): void {
    this.wanted = token
  }

  end(): void {
    this.wanted = 'end'
  }
}
