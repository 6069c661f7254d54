/**
 * The gateway's identifier of the payment in the return URL; `undefined` without one. It is read from the raw text, since the router would parse
 * digits as a number and lose some of them. The outcome in the URL is ignored: the server asks the gateway.
 */
export function readAuthority(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const authority = (query.get('authority') ?? query.get('Authority') ?? '').replace(/^"(.*)"$/, '$1')
  return /^[A-Za-z0-9]{10,64}$/.test(authority) ? authority : undefined
}
