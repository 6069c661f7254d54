const PREFIX = /^[a-z]+:/

/** An address without the prefix that all addresses of its network have, by which nobody can compare them. */
export function addressParts(address: string): { readonly prefix: string; readonly rest: string } {
  const [prefix = ''] = PREFIX.exec(address) ?? []
  return { prefix, rest: address.slice(prefix.length) }
}
