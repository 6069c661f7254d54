import { describe, expect, test } from 'vitest'
import { readDecimalText } from '#client/lib/digits.ts'

const read = (text: string, rules: Partial<Parameters<typeof readDecimalText>[1]> = {}) => {
  const reading = readDecimalText(text, { decimals: 8, language: 'fa', ...rules })
  return 'problem' in reading ? reading.problem.kind : reading.value
}

describe('a number is read as it is written', () => {
  test.each([
    ['', ''],
    ['۹۸٬۵۰۰٫۵', '98500.5'],
    ['٩٨٬٥٠٠٫٥', '98500.5'],
    ['98,500.5', '98500.5'],
    ['۱۲/۵', '12.5'],
    ['\u200e1\u00a0234\u00a0567\u2069', '1234567'],
    ['۱٬۲۳۴٬۵۶۷', '1234567'],
    ['1,234,567', '1234567'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['007', '7'],
    ['0.50', '0.5'],
  ])('%j is %j', (text, value) => {
    expect(read(text)).toBe(value)
  })

  test.each([
    ['0,5', '0.5'],
    ['۰،۵', '0.5'],
    ['12,34', '12.34'],
    ['1234,567', '1234.567'],
    ['0,005', '0.005'],
  ])('the comma of %j cannot group, so it is the decimal mark: %j', (text, value) => {
    expect(read(text)).toBe(value)
  })
})

describe('what has no plain reading is refused by its kind', () => {
  test.each([
    ['-5', 'negative'],
    ['−۵', 'negative'],
    ['1e5', 'characters'],
    ['+5', 'characters'],
    ['5 million', 'characters'],
    ['1.2.3', 'marks'],
    ['1.234,5', 'marks'],
    ['1,23,456', 'marks'],
    ['12 34', 'marks'],
    ['1٬23', 'marks'],
    ['1,234٬567', 'marks'],
    ['0,123,456', 'marks'],
    ['01,234', 'unclear'],
    ['1,2345,678', 'marks'],
    ['1 0000', 'marks'],
    ['1.123456789', 'finer'],
    ['1'.repeat(25), 'long'],
  ])('%j: %s', (text, kind) => {
    expect(read(text)).toBe(kind)
  })

  test('a slash is a decimal mark in Persian, and a division elsewhere', () => {
    expect(read('1/2')).toBe('1.2')
    expect(read('1/2', { language: 'en' })).toBe('characters')
  })

  test('a comma that may be either is asked about, with both numbers', () => {
    expect(readDecimalText('۱،۲۳۴', { decimals: 3, language: 'fa' })).toEqual({
      problem: { kind: 'unclear', whole: '1234', fraction: '1.234' },
    })
  })
})

describe('a field of whole numbers', () => {
  test.each([
    ['0.5', 'whole'],
    ['۱۲،۵', 'whole'],
    ['98,500.00', '98500'],
    ['1,500', '1500'],
    ['1,500,000', '1500000'],
  ])('%j: %s', (text, expected) => {
    expect(read(text, { decimals: 0 })).toBe(expected)
  })
})

describe("the field's unit", () => {
  test('may stand around the number, another one may not', () => {
    expect(read('۹۸٬۵۰۰ تومان', { unit: 'تومان' })).toBe('98500')
    expect(read('BTC 0.25', { unit: 'BTC' })).toBe('0.25')
    expect(read('۹۸٬۵۰۰ ریال', { unit: 'تومان' })).toBe('characters')
    expect(read('$98', { unit: 'تومان' })).toBe('characters')
  })
})
