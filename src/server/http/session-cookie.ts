const NAME = 'kimia_session'
const VALUE = new RegExp(`(?:^|;)[ \\t]*${NAME}=([^;]*)`)

/** How long a browser keeps the session's cookie; the store decides how long the session lives. */
const KEPT_SECONDS = 30 * 24 * 3_600

/** What a Cookie header says of the session, token or not; of two with its name the first counts. */
export const sessionCookieOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : VALUE.exec(header)?.[1]?.trim()

/**
 * The Set-Cookie that opens a session with a token, or ends it: for no script, and for requests of our own pages alone.
 * @param token of the alphabet of base64url, so that nothing has to be escaped
 */
export function sessionCookie(token: string | 'end', { secure }: { secure: boolean }): string {
  const [value, life] =
    token === 'end' ? ['', 'Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT'] : [token, `Max-Age=${KEPT_SECONDS}`]
  return `${NAME}=${value}; ${life}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
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
