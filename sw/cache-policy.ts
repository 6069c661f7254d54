/** What the worker knows of one GET endpoint, from the build: its path under `/api`, and whether its answers may be kept. */
export interface EndpointPolicy {
  readonly path: string
  readonly kept: boolean
}

export type CachePolicy = 'network-first-keep' | 'network-only'

const API_BASE = '/api'
const PARAMETER = /:[A-Za-z]\w*/g

/**
 * The cache policy of each request. A path outside of the contract is never kept, and where a
 * path fits two endpoints the stricter one wins.
 */
export function createCachePolicy(endpoints: readonly EndpointPolicy[]) {
  const table = endpoints.map(({ path, kept }) => ({ pattern: toPattern(path), kept }))
  return ({ method, path }: { readonly method: string; readonly path: string }): CachePolicy => {
    if (method !== 'GET' || !path.startsWith(`${API_BASE}/`)) return 'network-only'
    const own = path.slice(API_BASE.length).replace(/\/+$/, '')
    const fitting = table.filter(({ pattern }) => pattern.test(own))
    const isKept = fitting.length > 0 && fitting.every(({ kept }) => kept)
    return isKept ? 'network-first-keep' : 'network-only'
  }
}

function toPattern(path: string): RegExp {
  const escaped = path.replace(/\/+$/, '').replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')
  return new RegExp(`^${escaped.replace(PARAMETER, '[^/]+')}$`)
}
