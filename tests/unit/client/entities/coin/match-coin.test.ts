import { expect, test } from 'vitest'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'

const CLASSIC = {
  symbol: 'CLASSIC_ETHEREUM',
  code: 'ETC',
  persianName: 'اتریوم کلاسیک',
  englishName: 'Ethereum Classic',
}

test.each(['', '  ', 'etc', 'ETC', 'classic_eth', 'classic eth', 'Ethereum', 'اتر', 'اتريوم كلا'])(
  '"%s" finds it',
  (typed) => {
    expect(matchesSearch(CLASSIC, typed)).toBe(true)
  },
)

test.each(['Classic X', 'tc', 'کلاسیک', 'BTC'])(
  '"%s" does not, since names are matched from their beginning',
  (typed) => {
    expect(matchesSearch(CLASSIC, typed)).toBe(false)
  },
)

test('a coin is found by the name that it had before', () => {
  const renamed = { symbol: 'ELROND', code: 'EGLD', persianName: 'مولتیورس‌ایکس', englishName: 'MultiversX' }
  for (const typed of ['الرو', 'مولتیورس', 'elrond', 'multi']) expect(matchesSearch(renamed, typed)).toBe(true)
  expect(matchesSearch(CLASSIC, 'الرو')).toBe(false)
})
