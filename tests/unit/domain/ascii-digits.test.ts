import { describe, expect, it } from 'vitest'
import { toAsciiDigits, toBareDigits, toPersianDigits } from '#domain/ascii-digits.ts'

describe('digits of three keyboards', () => {
  it('become ASCII, and nothing else changes', () => {
    expect(toAsciiDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
    expect(toAsciiDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
    expect(toAsciiDigits('مبلغ ۱۲٫۵ (٣)')).toBe('مبلغ 12٫5 (3)')
  })

  it('become Persian, and nothing else changes', () => {
    expect(toPersianDigits('+98 (21) 0123456789')).toBe('+۹۸ (۲۱) ۰۱۲۳۴۵۶۷۸۹')
  })

  it('lose dashes of every kind, spaces and invisible marks where bare digits are wanted', () => {
    expect(toBareDigits('۶۲۱۹–8610—0000\u200c-0008\u200f')).toBe('6219861000000008')
    expect(toBareDigits('12x')).toBe('12x')
  })
})
