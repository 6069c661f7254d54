import { expect, test } from 'vitest'
import { levelWindowStart } from '#domain/fee.ts'

test.each([
  ['2026-11-20T23:59:59Z', '2026-08-20'],
  ['2026-02-28T00:00:00Z', '2025-11-28'],
  ['2026-05-31T12:00:00Z', '2026-02-28'],
  ['2028-05-30T12:00:00Z', '2028-02-29'],
  ['2026-01-01T00:00:00Z', '2025-10-01'],
])('at %s the trades since %s count', (at, since) => {
  expect(levelWindowStart(new Date(at))).toBe(since)
})
