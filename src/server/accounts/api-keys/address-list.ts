import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressOf } from '../limits.ts'

/**
 * An address or a network as stored: "203.0.113.7", "2001:db8::/48". An address within the network becomes the network's first; an
 * IPv4 address written as IPv6 becomes IPv4. `undefined` for anything else.
 */
export function parseNetwork(text: string): string | undefined {
  const [address = '', bits, more] = text.trim().split('/')
  if (more !== undefined || isIP(address) === 0) return undefined
  if (bits === undefined) return addressOf(address)
  if (!/^\d{1,3}$/.test(bits) || !ipaddr.isValidCIDR(`${address}/${bits}`)) return undefined
  const kind = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** Whether one of the networks contains an address; true without networks. */
export function isAllowedFrom(ip: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const text = addressOf(ip)
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  return networks.some((network) => {
    if (!network.includes('/')) return network === text
    const [first, bits] = ipaddr.parseCIDR(network)
    return first.kind() === address.kind() && address.match(first, bits)
  })
}
