import { describe, expect, it } from 'vitest'
import { parseNationalCode } from '#domain/national-code.ts'

describe('a national code', () => {
  // 0013542419: Σ = 0·10+0·9+1·8+3·7+5·6+4·5+2·4+4·3+1·2 = 101, 101 mod 11 = 2, 11 − 2 = 9.
  it.each(['0013542419', '0499370899', '0790419904', '۰۰۱۳۵۴۲۴۱۹', '001-354241-9'])('%j is right', (text) => {
    expect(parseNationalCode(text)).toMatch(/^\d{10}$/)
  })

  it('whose remainder is 0 or 1 is its own check digit', () => {
    // Σ = 6·2 = 12, mod 11 = 1.
    expect(parseNationalCode('0000000061')).toBe('0000000061')
    // Σ = 1·9 + 1·2 = 11, mod 11 = 0.
    expect(parseNationalCode('0100000010')).toBe('0100000010')
  })

  it.each([
    ['a wrong check digit', '0013542418'],
    ['equal digits, though the check digit would fit', '1111111111'],
    ['nine digits', '013542419'],
    ['eleven digits', '00135424190'],
    ['letters', '00135424l9'],
    ['nothing', ''],
  ])('with %s is refused', (_why, text) => {
    expect(parseNationalCode(text)).toBeUndefined()
  })
})
