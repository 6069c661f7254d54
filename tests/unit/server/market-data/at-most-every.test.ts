import { expect, test } from 'vitest'
import { atMostEvery } from '#server/market-data/open-market-data.ts'

test('a value stands still until it is old enough to be read again', () => {
  let value = 1
  const read = atMostEvery(250, () => value++)
  expect([0, 10, 249, 250, 300, 499, 500].map(read)).toEqual([1, 1, 1, 2, 2, 2, 3])
})

test('a clock that is set back does not keep it for ever', () => {
  let value = 1
  const read = atMostEvery(250, () => value++)
  expect([10_000, 9_900, 5_000, 5_100].map(read)).toEqual([1, 1, 2, 2])
})
