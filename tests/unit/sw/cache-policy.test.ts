import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { readEndpointPolicies } from '../../../src/scripts/vite/endpoint-policies.ts'
import { createCachePolicy } from '../../../sw/cache-policy.ts'

const policies = await readEndpointPolicies()
const policyOf = createCachePolicy(policies)
const samplePath = (path: string) => `/api${path.replace(/:\w+/g, 'GOLD_TOMAN')}`

describe('the cache policy of the whole contract', () => {
  const own = endpoints.filter(({ access, offline }) => access !== 'public' || offline === 'never')
  test.each(own.map(({ method, path }) => ({ method, path })))('$method $path is never kept', ({ method, path }) => {
    expect(policyOf({ method, path: samplePath(path) })).toBe('network-only')
  })

  const kept = endpoints.filter(({ access, offline }) => access === 'public' && offline === 'keep')
  test.each(kept.map(({ path }) => ({ path })))('GET $path is kept', ({ path }) => {
    expect(policyOf({ method: 'GET', path: samplePath(path) })).toBe('network-first-keep')
  })

  test.each(['/orders', '/wallets', '/users', '/trades'])('nothing of a user under %s is kept', (room) => {
    const ofUser = endpoints.filter(({ path, access }) => path.startsWith(room) && access !== 'public')
    expect(ofUser.map(({ method, path }) => policyOf({ method, path: samplePath(path) }))).not.toContain(
      'network-first-keep',
    )
  })
})

describe('a path and its neighbours', () => {
  const policy = createCachePolicy([
    { path: '/markets/:market', kept: true },
    { path: '/markets/mine', kept: false },
    { path: '/coins/details', kept: true },
  ])
  const get = (path: string) => policy({ method: 'GET', path })

  test('a parameter takes one segment', () => {
    expect(get('/api/markets/GOLD_TOMAN')).toBe('network-first-keep')
    expect(get('/api/markets/GOLD_TOMAN/secret')).toBe('network-only')
  })
  test('where two endpoints fit, the stricter one wins', () => {
    expect(get('/api/markets/mine')).toBe('network-only')
  })
  test('what the contract does not know is not kept', () => {
    expect(get('/api/coins')).toBe('network-only')
    expect(get('/coins/details')).toBe('network-only')
    expect(get('/udf/history')).toBe('network-only')
  })
  test('only GET is kept', () => {
    expect(policy({ method: 'HEAD', path: '/api/coins/details' })).toBe('network-only')
    expect(policy({ method: 'POST', path: '/api/coins/details' })).toBe('network-only')
  })
  test('a slash at the end changes nothing', () => {
    expect(get('/api/coins/details/')).toBe('network-first-keep')
  })
})
