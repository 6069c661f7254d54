import { describe, expect, test } from 'vitest'
import { caretAfter, readTyped, settleTyped, showTyped } from '#client/ui/decimal-typing.ts'

const typed = (text: string) => readTyped(text, { decimals: 8, pasted: false })
const pasted = (text: string) => readTyped(text, { decimals: 8, pasted: true })

describe('reading what was typed', () => {
  test('an unfinished number stays unfinished', () => {
    expect(typed('12.')).toBe('12.')
    expect(typed('12.50')).toBe('12.50')
    expect(typed('')).toBe('')
  })

  test('a point alone begins a fraction', () => {
    expect(typed('.')).toBe('0.')
    expect(typed('٫۵')).toBe('0.5')
  })

  test('zeros in front go', () => {
    expect(typed('007')).toBe('7')
    expect(typed('0.07')).toBe('0.07')
  })

  test('a fraction is cut where the unit ends', () => {
    expect(readTyped('1.239', { decimals: 2, pasted: false })).toBe('1.23')
    expect(readTyped('1239.9', { decimals: 0, pasted: false })).toBe('1239')
  })

  test.each(['1.2.3', '1e5', '-5', '1a2', '1'.repeat(30)])('%j is refused', (text) => {
    expect(typed(text)).toBeUndefined()
  })
})

describe('reading what was pasted', () => {
  test('thousands marks and a unit are understood', () => {
    expect(pasted('98,500.5')).toBe('98500.5')
    expect(pasted('۹۸٬۵۰۰٫۵ تومان')).toBe('98500.5')
    expect(pasted(' $1,234 ')).toBe('1234')
    expect(pasted('۰٫۲۵ USDT')).toBe('0.25')
  })

  test('a comma that is no thousands mark is refused, not read as something else', () => {
    expect(pasted('0,5')).toBeUndefined()
    expect(pasted('12,34')).toBeUndefined()
    expect(pasted('1,2345')).toBeUndefined()
  })
})

describe('showing it', () => {
  test('digits and marks are those of the language', () => {
    expect(showTyped('98500.5', 'fa')).toBe('۹۸٬۵۰۰٫۵')
    expect(showTyped('98500.5', 'en')).toBe('98,500.5')
    expect(showTyped('1234567.', 'en')).toBe('1,234,567.')
  })

  test('what is shown reads back as what was typed', () => {
    for (const text of ['0', '1', '12', '123', '1234', '0.00000001', '123456789012.5', '5.'])
      expect(typed(showTyped(text, 'fa'))).toBe(text)
  })

  test('the open point is not part of the amount', () => {
    expect(settleTyped('12.')).toBe('12')
    expect(settleTyped('12.5')).toBe('12.5')
  })

  test('the caret stays behind the digits it was behind', () => {
    expect(caretAfter(0, '1,234')).toBe(0)
    expect(caretAfter(1, '1,234')).toBe(1)
    expect(caretAfter(2, '1,234')).toBe(3)
    expect(caretAfter(4, '۱٬۲۳۴')).toBe(5)
    expect(caretAfter(2, '0.')).toBe(2)
  })
})
