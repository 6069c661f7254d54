const SERVICES = new Set(['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'])
/** Services with a name for each of their machines. */
const FAMILIES = ['.notify.windows.com', '.push.apple.com']

const ENDPOINT_LENGTH_MAX = 1_000

/**
 * Whether an address lies at a push service of a browser's maker. A subscription is an address that a stranger chooses and we call: only these
 * names, by https and its own port, whose certificate no machine inside our network can show.
 * @param sandbox the address that a sandbox's places begin with: "http://127.0.0.1:4300/sandbox/push/"
 */
export function isPushService(endpoint: string, sandbox: string | undefined): boolean {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (sandbox !== undefined && url.href === endpoint && endpoint.startsWith(sandbox)) return true
  const { protocol, hostname, port, username, password } = url
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return SERVICES.has(hostname) || FAMILIES.some((family) => hostname.endsWith(family))
}
