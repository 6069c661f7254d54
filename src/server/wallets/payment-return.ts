import type { WalletServices } from './wallets.ts'

/** The destination of a returning payer: one of our origins and a page there. */
interface PaymentReturn {
  readonly origin: string
  readonly page: `/${string}`
}

/** The page that asks for the outcome of the payment. */
const RESULT_PAGE = '/profile/redirect-from-banks'
/** A page of the app, but neither of another site (`//evil.example`) nor a call of our API. */
const PAGE = /^\/(?!\/|(?:api|udf|sandbox)(?:[/?]|$))[A-Za-z0-9/_-]{0,200}(?:\?[A-Za-z0-9=&._~-]{0,200})?$/
/** Names of the machine that the server runs on. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const RETURN_PATH = '/api/wallets/deposit-toman/return'
/** Added to the query next to the gateway's own parameters. */
const PAGE_KEY = 'page'

/**
 * The destination of a payer who returns: the requested page if it is one of ours, else our default page. The session's cookie belongs to
 * one host name, so the payer returns to the name under which the wallet was opened. `undefined` for an address that is not ours.
 */
export function returnOf(
  { callBackURL, origin }: { callBackURL: string | undefined; origin: string },
  { publicUrl, loopbackIsOurs }: Pick<WalletServices, 'publicUrl' | 'loopbackIsOurs'>,
): PaymentReturn | undefined {
  const publicOrigin = new URL(publicUrl).origin
  const pageOrigin = loopbackIsOurs && isLoopback(origin) ? origin : publicOrigin
  if (callBackURL === undefined) return { origin: pageOrigin, page: RESULT_PAGE }
  const url = URL.parse(callBackURL)
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (url.origin !== pageOrigin && url.origin !== publicOrigin) return undefined
  const page = `${url.pathname}${url.search}`
  return isPage(page) ? { origin: url.origin, page } : undefined
}

/**
 * The callback address for the gateway: our own endpoint, which settles the payment before any page is shown. The browser sends no session
 * with it, because the session's cookie is SameSite=Strict: the payment is found by its authority alone, and the page asks again with the
 * session.
 */
export function callbackOf({ origin, page }: PaymentReturn): string {
  const asked = page === RESULT_PAGE ? '' : `?${new URLSearchParams({ [PAGE_KEY]: page })}`
  return `${origin}${RETURN_PATH}${asked}`
}

/** The page to redirect the browser to. The query can be forged, so only a page of ours is accepted. */
export function pageAfter(query: Readonly<Record<string, unknown>>, authority: string | undefined): `/${string}` {
  const asked = query[PAGE_KEY]
  const page = typeof asked === 'string' && isPage(asked) ? asked : RESULT_PAGE
  if (authority === undefined) return page
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ authority })}`
}

const isPage = (text: string): text is `/${string}` => PAGE.test(text)

function isLoopback(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && url.origin === origin && LOOPBACK.test(url.hostname)
}
