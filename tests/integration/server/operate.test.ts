import { beforeAll, expect, test } from 'vitest'
import { operate } from '#server/operate.ts'
import { openMarketStates } from '#server/operations/market-states.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { seedStrategies } from '#server/operations/seed-strategies.ts'
import { type Catalogue, readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { readStrategies } from '#server/store/trading/maker-strategies.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

eachDatabase("an operator's command line", (open) => {
  let database: Database
  let catalogue: Catalogue

  beforeAll(async () => {
    database = await open()
    await seedCatalogue(database)
    catalogue = await readCatalogue(database)
    await seedStrategies(database, catalogue)
  })

  /** No server runs: it is not waited for. */
  const report = (...words: string[]) => operate(database, words, { waitMs: 0 })

  async function stateOf(symbol: string) {
    const market = catalogue.marketBySymbol.get(symbol)
    const states = await openMarketStates({
      database,
      exchange: { submit: async () => ({ kind: 'rules' }) },
      hours: 'always',
    })
    return market && states.stateAt(market, Date.now())
  }

  test('halts a market with its reason, and lets it trade again', async () => {
    expect(await report('halt', 'GOLD_TOMAN', 'بازبینی', 'Under review')).toBe(
      'GOLD_TOMAN is halted: Under review\nNo running server has acknowledged it: one that starts keeps it from its first command on.',
    )
    expect(await stateOf('GOLD_TOMAN')).toEqual({ kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } })
    await report('cancel-only', 'GOLD_TOMAN', 'پایان', 'The end')
    expect(await stateOf('GOLD_TOMAN')).toMatchObject({ kind: 'cancel-only' })
    expect(await report('resume', 'GOLD_TOMAN')).toMatch(/^GOLD_TOMAN trades again\./)
    expect(await stateOf('GOLD_TOMAN')).toEqual({ kind: 'open' })
    expect(await report('resume', 'GOLD_TOMAN')).toBe('GOLD_TOMAN was not halted.')
  })

  test('switches the market maker, in one market or in all', async () => {
    const quoted = async () => [...(await readStrategies(database)).values()].filter(({ enabled }) => enabled).length
    expect(await report('maker', 'off', 'GOLD_TOMAN')).toBe('The market maker is off in GOLD_TOMAN.')
    expect(await quoted()).toBe(30)
    await report('maker', 'off', 'all')
    expect(await quoted()).toBe(0)
    await report('maker', 'on', 'all')
    expect(await quoted()).toBe(31)
  })

  test.each([
    [[], /^Orders to an exchange/],
    [['halt', 'CAMEL_TOMAN', 'x', 'y'], /^There is no market "CAMEL_TOMAN"/],
    [['halt', 'GOLD_TOMAN', 'فقط فارسی'], /both languages/],
    [['maker', 'perhaps', 'all'], /^Orders to an exchange/],
    [['maker', 'off'], /^Orders to an exchange/],
  ])('%j is refused with a sentence', async (words, says) => {
    await expect(report(...words)).rejects.toThrow(says)
    expect(await stateOf('GOLD_TOMAN')).toEqual({ kind: 'open' })
  })
})
