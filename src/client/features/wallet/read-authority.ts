/**
 * The gateway's name of the payment in the address people come back to, `undefined` where there is none. Read from the
 * text itself: the router would take digits for a number and lose some of them. What the address says of the outcome
 * is not read at all; the server asks the gateway.
 */
export function readAuthority(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const authority = (query.get('authority') ?? query.get('Authority') ?? '').replace(/^"(.*)"$/, '$1')
  return /^[A-Za-z0-9]{10,64}$/.test(authority) ? authority : undefined
}
