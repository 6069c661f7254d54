import { describe, expect, it } from 'vitest'
import { bankOfCard, parseBankCard } from '#domain/bank-card.ts'
import { BANKS } from '#domain/banks.ts'

describe('a bank card', () => {
  it.each(['6219861000000009', '6219-8610-0000-0009', '6219 8610 0000 0009', '۶۲۱۹۸۶۱۰۰۰۰۰۰۰۰۹'])(
    'is read without its separators from %j',
    (text) => {
      expect(parseBankCard(text)).toBe('6219861000000009')
    },
  )

  it.each([
    ['a wrong Luhn digit', '6219861000000008'],
    ['two digits changed over', '2619861000000009'],
    ['fifteen digits', '621986100000000'],
    ['seventeen digits', '62198610000000090'],
    ['a prefix of no bank, though Luhn is right', '4242424242424242'],
    ['letters', '621986100000000x'],
  ])('with %s is refused', (_why, text) => {
    expect(parseBankCard(text)).toBeUndefined()
  })

  it('names its bank from the first six digits, also half typed', () => {
    expect(bankOfCard('6219-86')?.englishName).toBe('Saman Bank')
    expect(bankOfCard('۶۰۳۷۹۹۱')?.persianName).toBe('بانک ملی ایران')
    expect(bankOfCard('62198')).toBeUndefined()
    expect(bankOfCard('123456')).toBeUndefined()
  })
})

describe('the table of banks', () => {
  it('gives each card prefix and each Sheba code to one bank', () => {
    const prefixes = BANKS.flatMap((bank) => bank.cardPrefixes)
    const codes = BANKS.flatMap((bank) => bank.shebaCodes)
    expect(new Set(prefixes).size).toBe(prefixes.length)
    expect(new Set(codes).size).toBe(codes.length)
    expect(prefixes.every((prefix) => /^\d{6}$/.test(prefix))).toBe(true)
    expect(codes.every((code) => /^\d{3}$/.test(code))).toBe(true)
  })

  it('knows every card prefix and Sheba code that is in use', () => {
    expect(BANKS.flatMap((bank) => bank.cardPrefixes)).toHaveLength(49)
    expect(BANKS.flatMap((bank) => bank.shebaCodes)).toHaveLength(38)
  })
})
