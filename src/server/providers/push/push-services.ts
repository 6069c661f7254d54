const SERVICES = new Set(['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'])
/** Services with a host name per machine. */
const FAMILIES = ['.notify.windows.com', '.push.apple.com']

const ENDPOINT_LENGTH_MAX = 1_000

/**
 * Whether an address belongs to a push service of a browser's maker. A stranger chooses the address of a subscription, and we call it: only
 * these names are allowed, by https on its default port, since no machine inside our network can show a certificate for them. @param
 * sandbox the prefix of a sandbox's addresses: "http://127.0.0.1:4300/sandbox/push/"
 */
export function isPushService(endpoint: string, sandbox: string | undefined): boolean {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (sandbox !== undefined && url.href === endpoint && endpoint.startsWith(sandbox)) return true
  const { protocol, hostname, port, username, password } = url
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return SERVICES.has(hostname) || FAMILIES.some((family) => hostname.endsWith(family))
}
