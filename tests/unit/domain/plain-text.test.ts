import { expect, test } from 'vitest'
import { plainLineOf, plainTextOf } from '#domain/plain-text.ts'

test('a line has nothing that cannot be seen and nothing that turns its neighbours around', () => {
  expect(plainLineOf('  invoice\u202Egnp.exe\u0000 \u2067x\u2069 ')).toBe('invoicegnp.exe x')
  expect(plainLineOf('a\u200Bb\uFEFFc\u00ADd\u{E0041}')).toBe('abcd')
  expect(plainLineOf('one\n\ntwo\u2028three')).toBe('one two three')
})

test('a line that nobody would see is empty', () => {
  for (const text of ['\u200B\u200B', '\u202E', '\u200C\u200C', '\u3164', ' \u2060 '])
    expect(plainLineOf(text)).toBe('')
})

test('half-spaces of Persian words and the joiners of pictures stay', () => {
  expect(plainLineOf('می‌خواهم')).toBe('می‌خواهم')
  expect(plainLineOf('👨‍👩‍👧')).toBe('👨‍👩‍👧')
})

test('a text keeps its lines and its marks of direction, and loses what overrides them', () => {
  expect(plainTextOf('a\r\n\tb\rc\u202E\u200Fd\u0007')).toBe('a\n\tb\nc\u200Fd')
  expect(plainTextOf(' \n\u202E\u2066 ')).toBe('')
})
