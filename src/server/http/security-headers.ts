/** Whatever the answer is: what OWASP advises for an API. */
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

/** Where a browser may show it as a page: they mean nothing to data. */
const OF_DOCUMENTS = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

type Headers = Readonly<Record<string, string>>

/**
 * What an answer tells a browser: to guess no types, to show it in no frame of another site, to hand it to no other origin, and
 * to tell nobody where it was read. Constant, and no more than fits, since each line costs every request half a microsecond; pages add
 * their own policy for scripts.
 */
export const securityHeaders = ({ https }: { https: boolean }): Headers => ({
  ...dataHeaders({ https }),
  ...OF_DOCUMENTS,
})

/** The same of an answer that is data alone. */
export const dataHeaders = ({ https }: { https: boolean }): Headers => ({
  ...ALWAYS,
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
