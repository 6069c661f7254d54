import { SESSION_MARK } from '#contract/session-mark.ts'

/** The cookies of a login: the session, and the mark that tells pages of it, another one for each session as the server's are. */
export const sessionCookies = ({ token, url }: { readonly token: string; readonly url: string }) => [
  { name: 'kimia_session', value: token, url },
  { name: SESSION_MARK, value: token.slice(0, 12), url },
]
