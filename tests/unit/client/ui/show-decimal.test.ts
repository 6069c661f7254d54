import { expect, test } from 'vitest'
import { showDecimal } from '#client/ui/show-decimal.ts'

test('text is formatted digit by digit, beyond what a float could hold', () => {
  expect(showDecimal('12345678901234567890.123456789', 'en')).toBe('12,345,678,901,234,567,890.123456789')
})

test('Persian has its own digits and marks', () => {
  expect(showDecimal('98500.5', 'fa', { fractionMin: 2 })).toBe('۹۸٬۵۰۰٫۵۰')
})

test('a balance is cut, never rounded up', () => {
  expect(showDecimal('0.999999999', 'en', { fractionMax: 3 })).toBe('0.999')
  expect(showDecimal('0.9996', 'en', { fractionMax: 3, rounding: 'nearest' })).toBe('1')
})

test('what is paid is never shown lower than it is', () => {
  expect(showDecimal('9988436.2', 'en', { fractionMax: 0, rounding: 'up' })).toBe('9,988,437')
  expect(showDecimal('9988437', 'en', { fractionMax: 0, rounding: 'up' })).toBe('9,988,437')
})

test('a change has its sign, and nothing has none', () => {
  expect(showDecimal('1.234', 'en', { signed: true, percent: true, fractionMax: 2 })).toBe('+1.23%')
  expect(showDecimal('-1.2', 'en', { signed: true, percent: true })).toBe('-1.2%')
  expect(showDecimal('0', 'en', { signed: true, percent: true })).toBe('0%')
})

test('what is no decimal comes back as it is', () => {
  expect(showDecimal('', 'fa')).toBe('')
  expect(showDecimal('1e5', 'fa')).toBe('1e5')
})
