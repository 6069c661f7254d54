import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { SESSION_MARK } from '#contract/session-mark.ts'

const DAY_SECONDS = 24 * 3_600

/** Our cookies: hidden from scripts, and sent with requests of our own pages alone. How long they are valid is decided by the store. */
const COOKIES = {
  session: { name: 'kimia_session', seconds: 30 * DAY_SECONDS },
  /** The console's session; it ends when the browser is closed. */
  operator: { name: 'kimia_operator', seconds: undefined },
  /** The tokens of sign-ins in progress, which bind a code to the browser that requested it. */
  flow: { name: 'kimia_flow', seconds: 1_800 },
  /** Identifies a browser from which somebody has signed in before. */
  device: { name: 'kimia_device', seconds: 400 * DAY_SECONDS },
  /** A sign-on in progress at its provider, sealed. It is sent with the navigation back from there; a strict cookie would not be. */
  signOn: { name: 'kimia_sign_on', seconds: 600, sameSite: 'lax' },
  /** A person whom the provider has just identified, sealed. */
  signedOn: { name: 'kimia_signed_on', seconds: 900 },
} as const satisfies Record<string, CookieRule>

interface CookieRule {
  readonly name: string
  /** Absent: until the browser is closed. */
  readonly seconds: number | undefined
  /** Absent: strict. */
  readonly sameSite?: 'lax' | 'strict'
}

export type CookieKind = keyof typeof COOKIES

interface Transport {
  /** Whether browsers reach us over TLS: the cookie names then guarantee that no other host has set them. */
  readonly secure: boolean
}

const nameOf = (kind: CookieKind, { secure }: Transport) => `${secure ? '__Host-' : ''}${COOKIES[kind].name}`

/** The value of a cookie in a Cookie header, whether it is a token or not. */
export const readCookie = (header: string | undefined, kind: CookieKind, transport: Transport): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[nameOf(kind, transport)]

/** The Set-Cookie line that stores a value or deletes the cookie. */
export function cookieText(kind: CookieKind, value: string | undefined, transport: Transport): string {
  const { seconds, sameSite = 'strict' }: CookieRule = COOKIES[kind]
  const kept = seconds === undefined ? {} : { maxAge: seconds }
  const life = value === undefined ? { maxAge: 0, expires: new Date(0) } : kept
  return stringifySetCookie({
    name: nameOf(kind, transport),
    value: value ?? '',
    ...life,
    path: '/',
    httpOnly: true,
    sameSite,
    secure: transport.secure,
  })
}

const MARK_BYTES = 6

/** The Set-Cookie line of the session's mark, which lives as long as the session's own cookie and is never read by the server. */
export const sessionMarkText = (isKept: boolean, { secure }: Transport): string =>
  stringifySetCookie({
    name: SESSION_MARK,
    value: isKept ? randomBytes(MARK_BYTES).toString('base64url') : '',
    ...(isKept ? { maxAge: COOKIES.session.seconds } : { maxAge: 0, expires: new Date(0) }),
    path: '/',
    sameSite: 'strict',
    secure,
  })

/** The browser's cookies as a handler reads and changes them. Changes take effect only if the call is not refused. */
export class Cookies {
  readonly #header: string | undefined
  readonly #transport: Transport
  readonly #changes = new Map<CookieKind, string | undefined>()

  constructor(header: string | undefined, transport: Transport) {
    this.#header = header
    this.#transport = transport
  }

  read(kind: CookieKind): string | undefined {
    return readCookie(this.#header, kind, this.#transport)
  }

  keep(kind: CookieKind, value: string): void {
    this.#changes.set(kind, value)
  }

  drop(kind: CookieKind): void {
    this.#changes.set(kind, undefined)
  }

  /** Whether this call ended the browser's session. */
  get endsSession(): boolean {
    return this.#changes.has('session') && this.#changes.get('session') === undefined
  }

  /** The Set-Cookie lines of all changes. */
  lines(): string[] {
    return [...this.#changes].flatMap(([kind, value]) => [
      cookieText(kind, value, this.#transport),
      ...(kind === 'session' ? [sessionMarkText(value !== undefined, this.#transport)] : []),
    ])
  }
}
