import { describe, expect, it } from 'vitest'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'

describe('a mobile number', () => {
  it.each([
    '+989123456789',
    '00989123456789',
    '989123456789',
    '09123456789',
    '9123456789',
    '۰۹۱۲۳۴۵۶۷۸۹',
    '٠٩١٢٣٤٥٦٧٨٩',
    '0912 345 6789',
    '(0912) 345-6789',
    '\u200e+98 912 345 6789\u200e',
    ' 09123456789',
  ])('is stored in one spelling when written %j', (text) => {
    expect(parseMobileNumber(text)).toBe('+989123456789')
  })

  it.each([
    '',
    '0912345678',
    '091234567890',
    '02188776655',
    '+980912345678',
    '+1 212 555 0100',
    '++989123456789',
    '09l23456789',
    '0912345678a',
    '98+9123456789',
  ])('is refused when written %j', (text) => {
    expect(parseMobileNumber(text)).toBeUndefined()
  })

  it('keeps a number of an operator whose prefix begins with the country code', () => {
    expect(parseMobileNumber('09981234567')).toBe('+989981234567')
    expect(parseMobileNumber('9812345678')).toBe('+989812345678')
  })

  it('is given to Iranian services with a leading zero', () => {
    const mobile = parseMobileNumber('+989123456789')
    expect(mobile && localMobileNumber(mobile)).toBe('09123456789')
  })
})
