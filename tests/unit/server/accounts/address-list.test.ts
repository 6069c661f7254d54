import { expect, test } from 'vitest'
import { isAllowedFrom, parseNetwork } from '#server/accounts/api-keys/api-keys.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.77/24 ', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:db8:0:9::1/48', '2001:db8::/48'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113', undefined],
  ['203.0.113.7/33', undefined],
  ['2001:db8::/129', undefined],
  ['10.0.0.0/-1', undefined],
  ['10.0.0.0/8/8', undefined],
  ['kimia.example', undefined],
  ['', undefined],
])('%j is kept as %j', (text, kept) => {
  expect(parseNetwork(text)).toBe(kept)
})

test.each([
  ['203.0.113.7', [], true],
  ['203.0.113.7', ['203.0.113.7'], true],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['203.0.114.7', ['203.0.113.0/24', '203.0.114.0/24'], true],
  ['2001:db8::7', ['203.0.113.0/24', '2001:db8::/48'], true],
  ['2001:db9::7', ['0.0.0.0/0'], false],
  ['unknown', ['0.0.0.0/0'], false],
])('from %s to %j: %j', (ip, networks, isAllowed) => {
  expect(isAllowedFrom(ip, networks)).toBe(isAllowed)
})
