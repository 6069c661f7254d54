import { expect, test } from 'vitest'
import { showTotal } from '#client/ui/total-text.tsx'

test.each([
  ['179712345.6', 'fa', 0, '۱۷۹٫۷\u00A0م'],
  ['179712345.6', 'en', 0, '179.7\u00A0M'],
  ['1219428256.999', 'fa', 0, '۱٬۲۱۹٫۴\u00A0م'],
  ['987654321098765', 'en', 0, '987,654,321.1\u00A0M'],
  ['1000000', 'en', 2, '1.0\u00A0M'],
  ['1999999.99', 'en', 2, '2.0\u00A0M'],
  ['8969625', 'en', 0, '9.0\u00A0M'],
  ['172490000', 'en', 0, '172.5\u00A0M'],
  ['27690000', 'en', 0, '27.7\u00A0M'],
  ['27650000', 'en', 0, '27.7\u00A0M'],
  ['27649999.99', 'en', 0, '27.6\u00A0M'],
  ['172490000', 'fa', 0, '۱۷۲٫۵\u00A0م'],
  ['0001234567', 'en', 0, '1.2\u00A0M'],
] as const)('from a million on %s is told in millions, rounded to one digit', (text, language, decimals, shown) => {
  expect(showTotal(text, language, { decimals })).toBe(shown)
})

test.each([
  ['999999.49', 'fa', 0, '۹۹۹٬۹۹۹'],
  ['999999.994', 'en', 2, '999,999.99'],
  ['967.199', 'en', 2, '967.2'],
  ['967.195', 'en', 2, '967.2'],
  ['967.194', 'en', 2, '967.19'],
  ['0', 'en', 2, '0'],
  ['0.05', 'fa', 2, '۰٫۰۵'],
] as const)('below a million %s is told in full, rounded to its decimals', (text, language, decimals, shown) => {
  expect(showTotal(text, language, { decimals })).toBe(shown)
})

test('text that is no decimal stays as it is', () => {
  expect(showTotal('—', 'fa', { decimals: 0 })).toBe('—')
})
