import { expect, test } from 'vitest'
import { hasTag, isMemoId, readTag } from '#domain/tags.ts'

test('a destination tag of XRP is a number of 32 bits', () => {
  expect(['0', ' 007 ', '4294967295'].map((text) => readTag('XRP', text))).toEqual(['0', '7', '4294967295'])
  for (const text of ['', ' ', '4294967296', '-1', '1.0', '1e3', '0x1', '۷', 'seven', '9'.repeat(40)])
    expect(readTag('XRP', text), text).toBeUndefined()
})

test('a memo of Stellar is a number of 64 bits, or a text of 28 bytes', () => {
  const most = '18446744073709551615'
  expect(readTag('XLM', most)).toBe(most)
  expect([most, '18446744073709551616', '007', 'order 7'].map(isMemoId)).toEqual([true, false, false, false])
  for (const text of ['order 7', '007', 'a'.repeat(28), 'ک'.repeat(14), '😀'.repeat(7)])
    expect(readTag('XLM', text), text).toBe(text)
  for (const text of ['', 'a'.repeat(29), 'ک'.repeat(15), '😀'.repeat(8), 'a\nb'])
    expect(readTag('XLM', text), text).toBeUndefined()
})

test('other networks have none', () => {
  expect(['XRP', 'XLM', 'BTC', 'toString'].map(hasTag)).toEqual([true, true, false, false])
})
