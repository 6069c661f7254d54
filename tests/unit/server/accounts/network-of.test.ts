import { expect, test } from 'vitest'
import { networkOf } from '#server/accounts/limits.ts'

test.each([
  ['5.160.1.1', '5.160.1.1'],
  ['::ffff:5.160.1.1', '5.160.1.1'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007::1', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['x'.repeat(5_000), 'unknown'],
  ['fe80::1%'.padEnd(5_000, 'x'), 'fe80::/64'],
])('%.50s is counted as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
