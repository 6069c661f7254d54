import { expect, test } from 'vitest'
import { toAsciiDecimal } from '#client/lib/digits.ts'

test.each([
  ['۹۸٬۵۰۰٫۵', '98500.5'],
  ['٩٨٬٥٠٠٫٥', '98500.5'],
  ['98,500.5', '98500.5'],
  ['۹۸،۵۰۰', '98500'],
  ['۱۲/۵', '12.5'],
  ['\u200e1\u00a0234\u202f567\u2069', '1234567'],
  ['', ''],
])('%j is typed and %j is meant', (typed, meant) => {
  expect(toAsciiDecimal(typed)).toBe(meant)
})

test('what is no digit and no mark stays, for the reader to refuse', () => {
  expect(toAsciiDecimal('1e5')).toBe('1e5')
  expect(toAsciiDecimal('-۵')).toBe('-5')
  expect(toAsciiDecimal('1.2.3')).toBe('1.2.3')
})
