import { isIP, isIPv4 } from 'node:net'

const UNKNOWN = 'unknown'
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address as it is written down: an IPv4 one also where it came inside an IPv6 one; "unknown" for what is none. */
export function addressOf(ip: string): string {
  const [bare = ''] = ip.split('%')
  const address = MAPPED.exec(bare)?.[1] ?? bare
  return isIP(address) === 0 ? UNKNOWN : address
}

/** Who is counted for an address: an IPv4 address itself; of an IPv6 one its first 64 bits, since the rest is its owner's to choose. */
export function networkOf(ip: string): string {
  const address = addressOf(ip)
  if (address === UNKNOWN || isIPv4(address)) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after]
  const network = groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
