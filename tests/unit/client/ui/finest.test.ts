import { expect, test } from 'vitest'
import { finest } from '#client/ui/show-decimal.ts'

test('the finest of the texts decides', () => {
  expect(finest(['97', '96.92', '96.9'])).toBe(2)
})

test('whole numbers, and no texts at all, have no decimals', () => {
  expect([finest(['97']), finest([]), finest([''])]).toEqual([0, 0, 0])
})
