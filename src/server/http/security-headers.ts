/**
 * What every answer tells a browser: to guess no types, to show it in no frame of another site, to hand it to no other origin, and
 * to tell nobody where it was read. Constant, so that they cost a request next to nothing; pages add their own policy for scripts.
 */
export function securityHeaders({ https }: { https: boolean }): Readonly<Record<string, string>> {
  return {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
