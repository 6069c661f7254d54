import { describe, expect, it } from 'vitest'
import { parsePersianName, toPersianText, typePersianText } from '#domain/persian-text.ts'

describe('Persian text', () => {
  it('writes Arabic letters as Persian ones', () => {
    expect(toPersianText('علي كريمي')).toBe('علی کریمی')
    expect(toPersianText('فاطمة')).toBe('فاطمه')
    expect(toPersianText('ﻋﻠﯽ')).toBe('علی')
  })

  it('loses vowel marks, stretching and half-spaces, and keeps one space between words', () => {
    expect(toPersianText('  مُحَمَّد   رِضا ')).toBe('محمد رضا')
    expect(toPersianText('علـــی')).toBe('علی')
    expect(toPersianText('حسین\u200cزاده')).toBe('حسین زاده')
  })
})

describe('a Persian name', () => {
  it.each(['علی', 'محمد رضا', 'آرش', 'مسئول', 'تأمین', 'رؤیا', 'چهارمحال و بختیاری'])('may be %s', (name) => {
    expect(parsePersianName(name)).toBe(name)
  })

  it.each(['', '   ', 'Ali', 'علی2', 'علی۲', 'علی-رضا', 'علی؛', '<b>علی</b>', 'علی😀'])('may not be %j', (text) => {
    expect(parsePersianName(text)).toBeUndefined()
  })
})

describe('a field for Persian text', () => {
  it('keeps what was typed, in the spelling of Persian keyboards', () => {
    expect(typePersianText('علي3 رضاx')).toBe('علی3 رضاx')
    expect(typePersianText('Ali')).toBe('Ali')
  })

  it('lets a space stand at the end, so that the next word can be typed', () => {
    expect(typePersianText('علی ')).toBe('علی ')
    expect(typePersianText('علی  ')).toBe('علی ')
    expect(typePersianText(' ')).toBe('')
  })
})
