import { describe, expect, it } from 'vitest'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { parseFeedPercent, parseFeedPrice, parseFeedTime } from '#server/providers/prices/feed-texts.ts'

const priceOf = (text: string, inRial = false) => {
  const price = parseFeedPrice(text, { inRial })
  return price === undefined ? undefined : formatDecimal(price, PRICE_DECIMALS)
}

describe('a price as sources write it', () => {
  it.each([
    ['92000', '92000'],
    ['92000.10', '92000.1'],
    ['0.000000014', '0.00000001'],
    ['0.000000015', '0.00000002'],
    ['1e3', '1000'],
    ['1.5E+2', '150'],
    ['12345e-2', '123.45'],
    ['1,234,567.5', '1234567.5'],
    ['۱٬۲۳۴٫۵', '1234.5'],
    ['99999999999999999999.99999999', '99999999999999999999.99999999'],
  ])('%s is %s', (text, expected) => {
    expect(priceOf(text)).toBe(expected)
  })

  it.each([
    ['1150005', '115000.5'],
    ['5', '0.5'],
    ['0.1', '0.01'],
    ['1e1', '1'],
  ])('%s Rial is %s Toman', (text, expected) => {
    expect(priceOf(text, true)).toBe(expected)
  })

  it.each(['', '0', '0.000000001', '-1', 'NaN', 'Infinity', '1.', '.5', '1e', '1e999', '1 2', 'null', '0x10'])(
    '%j is none',
    (text) => {
      expect(priceOf(text)).toBeUndefined()
    },
  )
})

describe('a change in percent', () => {
  it.each([
    ['-1.23456', '-1.2345'],
    ['1.20', '1.2'],
    ['0', '0'],
    ['-0.00001', '0'],
    ['3.5e-1', '0.35'],
    ['', undefined],
    ['much', undefined],
  ])('%j is %j', (text, expected) => {
    expect(parseFeedPercent(text)).toBe(expected)
  })
})

describe('a time', () => {
  it.each(['1795161600', '1795161600000', '2026-11-20T08:00:00Z', '2026-11-20T11:30:00+03:30'])('%s', (text) => {
    expect(parseFeedTime(text)).toEqual(new Date('2026-11-20T08:00:00Z'))
  })

  it.each(['', '0', 'now', '2026-11-20', '2026-99-99T00:00:00Z'])('%j is none', (text) => {
    expect(parseFeedTime(text)).toBeUndefined()
  })
})
