import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { firstPrices } from '#client/app/first-prices.ts'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { setLanguage } from '#client/lib/locale.ts'
import { startWords } from '#client/lib/words.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

/** Half past one in Tehran. */
const AT = Date.parse('2026-11-22T10:00:00Z')
const GOLD = { destCoinSymbol: 'GOLD', sourceCoinSymbol: 'TOMAN', price: '98500', sellPrice: '98000' }
const PRICES = [{ ...GOLD, buyPrice: '99000', price24hrChangePercent: '-1.2' }]

afterEach(() => setLanguage('fa'))

async function visited({ language }: { language: 'fa' | 'en' }) {
  setLanguage(language)
  const client = new QueryClient()
  client.setQueryData(coinsQuery().queryKey, WIRE_COINS)
  const { queryKey } = pricesQuery(language === 'fa' ? 'TOMAN' : 'TETHER')
  const baseDTO = { at: new Date(AT).toISOString(), stale: false }
  client.setQueryData(queryKey, { baseDTO, content: PRICES }, { updatedAt: AT })
  return { client, words: await startWords() }
}

test('the prices are kept as ready text in the language of the screen, with their time', async () => {
  const kept = firstPrices(await visited({ language: 'fa' }))
  expect(kept).toMatchObject({ language: 'fa', at: AT, today: 'قیمت ساعت ۱۳:۳۰' })
  expect(kept?.later).toContain('آذر')
  expect(kept?.rows[0]?.slice(1)).toEqual(['۹۹٬۰۰۰', expect.stringContaining('۱٫۲۰٪')])
  expect(firstPrices(await visited({ language: 'en' }))?.rows[0]?.[1]).toBe('99,000')
})

test('without a price there is nothing to keep', async () => {
  const { client, words } = await visited({ language: 'fa' })
  client.removeQueries({ queryKey: pricesQuery('TOMAN').queryKey })
  expect(firstPrices({ client, words })).toBeUndefined()
})
