import { describe, expect, it } from 'vitest'
import { bankOfSheba, parseSheba } from '#domain/sheba.ts'

describe('a Sheba', () => {
  // Published examples of Iranian IBANs.
  it.each([
    ['IR062960000000100324200001', 'IR062960000000100324200001'],
    ['062960000000100324200001', 'IR062960000000100324200001'],
    ['ir06 2960 0000 0010 0324 2000 01', 'IR062960000000100324200001'],
    ['IR۰۶۲۹۶۰۰۰۰۰۰۰۱۰۰۳۲۴۲۰۰۰۰۱', 'IR062960000000100324200001'],
    ['IR580540105180021273113007', 'IR580540105180021273113007'],
  ])('is stored in one spelling when written %j', (text, stored) => {
    expect(parseSheba(text)).toBe(stored)
  })

  it.each([
    ['wrong check digits', 'IR072960000000100324200001'],
    ['another country', 'DE062960000000100324200001'],
    ['23 digits', 'IR06296000000010032420000'],
    ['25 digits', 'IR0629600000001003242000011'],
    ['nothing', ''],
  ])('with %s is refused', (_why, text) => {
    expect(parseSheba(text)).toBeUndefined()
  })

  it('names its bank, where the bank is known', () => {
    const parsian = parseSheba('IR580540105180021273113007')
    const unknown = parseSheba('IR062960000000100324200001')
    expect(parsian && bankOfSheba(parsian)?.englishName).toBe('Parsian Bank')
    expect(unknown && bankOfSheba(unknown)).toBeUndefined()
  })
})
