import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { parseBankCard } from '#domain/bank-card.ts'
import { BANKS } from '#domain/banks.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { parseNationalCode } from '#domain/national-code.ts'
import { parseSheba } from '#domain/sheba.ts'

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
const ALL_DIGITS = [...'0123456789']
const shift = (text: string, from: number) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(from + ALL_DIGITS.indexOf(digit)))
const inPersian = (text: string) => shift(text, 0x06f0)
const inArabic = (text: string) => shift(text, 0x0660)

/** The same text with one digit at `place` replaced. */
const withDigit = (text: string, place: number, digit: string) => text.slice(0, place) + digit + text.slice(place + 1)

const nationalCode = digits(9).chain((nine) => {
  const codes = ALL_DIGITS.map((digit) => nine + digit).filter((code) => parseNationalCode(code) !== undefined)
  return codes.length > 0 ? fc.constantFrom(...codes) : fc.constant('0013542419')
})
const card = fc
  .tuple(fc.constantFrom(...BANKS.flatMap((bank) => bank.cardPrefixes)), digits(9))
  .map(([prefix, nine]) => {
    return ALL_DIGITS.map((digit) => prefix + nine + digit).find((text) => parseBankCard(text) !== undefined) ?? ''
  })
const sheba = digits(22).map((account) => {
  const check = 98n - (BigInt(`${account}182700`) % 97n)
  return `IR${check.toString().padStart(2, '0')}${account}`
})

describe('Iranian identifiers', () => {
  it('every digit alphabet gives the same number', () => {
    fc.assert(
      fc.property(digits(12), (text) => {
        expect(toAsciiDigits(inPersian(text))).toBe(text)
        expect(toAsciiDigits(inArabic(text))).toBe(text)
      }),
    )
  })

  it('a mobile number has one stored spelling, which reads back as itself', () => {
    fc.assert(
      fc.property(digits(9), fc.constantFrom('+98', '98', '0098', '0', ''), (nine, prefix) => {
        const stored = parseMobileNumber(inPersian(`${prefix}9${nine}`))
        expect(stored).toBe(`+989${nine}`)
        expect(parseMobileNumber(stored ?? '')).toBe(stored)
      }),
    )
  })

  it('of the ten endings of nine digits exactly one is a national code, unless all digits are equal', () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        const codes = ALL_DIGITS.filter((digit) => parseNationalCode(nine + digit) !== undefined)
        expect(codes).toHaveLength(new Set(nine).size === 1 ? codes.length : 1)
      }),
    )
  })

  it('one wrong digit in the first nine of a national code is always noticed, save where remainders 1 and 10 meet', () => {
    fc.assert(
      fc.property(nationalCode, fc.nat({ max: 8 }), fc.constantFrom(...ALL_DIGITS), (code, place, digit) => {
        fc.pre(code[place] !== digit)
        // Remainders 1 and 10 both give the check digit 1.
        fc.pre(code[9] !== '1')
        expect(parseNationalCode(withDigit(code, place, digit))).toBeUndefined()
      }),
    )
  })

  it('one wrong digit in a card is always noticed', () => {
    fc.assert(
      fc.property(card, fc.nat({ max: 15 }), fc.constantFrom(...ALL_DIGITS), (text, place, digit) => {
        fc.pre(text[place] !== digit)
        expect(parseBankCard(inArabic(text))).toBe(text)
        expect(parseBankCard(withDigit(text, place, digit))).toBeUndefined()
      }),
    )
  })

  it('one wrong digit, or two neighbours changed over, in a Sheba are always noticed', () => {
    fc.assert(
      fc.property(sheba, fc.integer({ min: 2, max: 25 }), fc.constantFrom(...ALL_DIGITS), (text, place, digit) => {
        expect(parseSheba(inPersian(text))).toBe(text)
        if (text[place] !== digit) expect(parseSheba(withDigit(text, place, digit))).toBeUndefined()
        const [here = '', next = ''] = [text[place], text[place + 1]]
        if (next !== '' && here !== next) {
          expect(parseSheba(text.slice(0, place) + next + here + text.slice(place + 2))).toBeUndefined()
        }
      }),
    )
  })

  it('no text at all makes a parser throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const parse of [parseMobileNumber, parseNationalCode, parseBankCard, parseSheba]) parse(text)
      }),
    )
  })
})
