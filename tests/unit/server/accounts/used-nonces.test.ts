import { expect, test } from 'vitest'
import { UsedNonces } from '#server/accounts/api-keys/signature.ts'

const START = Date.parse('2026-11-20T08:00:00Z')
const at = (ms: number) => new Date(START + ms)
const call = (nonce: string, ms: number, keyId = 1) => ({ keyId, nonce, timeMs: START + ms })

test('a call is taken once, from when the server could have taken none before', () => {
  const nonces = new UsedNonces(at(0))
  expect(nonces.take(call('early', 1_000), at(1_000))).toBe('beforeStart')
  expect(nonces.take(call('a', 1_001), at(1_000))).toBe('new')
  expect(nonces.take(call('a', 1_001), at(31_001))).toBe('used')
  expect(nonces.take(call('a', 1_001), at(31_002))).toBe('outside')
  expect(nonces.take(call('a', 31_002), at(31_002))).toBe('used')
  expect(nonces.take(call('a', 40_000), at(40_000))).toBe('new')
})

test('a clock that goes back brings no old call back', () => {
  const nonces = new UsedNonces(at(0))
  expect(nonces.take(call('a', 5_000), at(5_000))).toBe('new')
  expect(nonces.take(call('b', 60_000), at(60_000))).toBe('new')
  expect(nonces.take(call('a', 5_000), at(5_000))).toBe('outside')
})

test('what is no time is outside of any', () => {
  expect(new UsedNonces(at(0)).take({ keyId: 1, nonce: 'a', timeMs: Number.NaN }, at(5_000))).toBe('outside')
})

test('ten thousand of one key are remembered at a time, and those of others beside them', () => {
  const nonces = new UsedNonces(at(0))
  for (let number = 0; number < 10_000; number += 1)
    expect(nonces.take(call(`n${number}`, 5_000), at(5_000))).toBe('new')
  expect(nonces.take(call('more', 5_000), at(5_000))).toBe('tooMany')
  expect(nonces.take(call('n0', 5_000), at(5_000))).toBe('used')
  expect(nonces.take(call('more', 5_000, 2), at(5_000))).toBe('new')
  expect(nonces.take(call('more', 36_001), at(36_001))).toBe('new')
})
