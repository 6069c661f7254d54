import { expect, test } from 'vitest'
import type { PositionRow } from '#client/entities/wallet/positions.queries.ts'
import { holdingsByCoin, type ProfitFacts, profitsByUnit, resultOfSale } from '#client/entities/wallet/profits.ts'
import { amount, type Price, price } from '#domain/units.ts'

const DECIMALS: Record<string, number> = { GOLD: 4, TOMAN: 6, TETHER: 6, BITCOIN: 8 }
const scaleOf = (coin: string) => {
  const decimals = DECIMALS[coin]
  return decimals === undefined ? undefined : { decimals }
}
const units = (text: number): Price => price(BigInt(text) * 100_000_000n)

const position = (coin: string, sourceCoin: string, part: Partial<PositionRow> = {}): PositionRow => ({
  coin,
  sourceCoin,
  amount: '2',
  averageBuyPrice: '100',
  cost: '200',
  realisedProfit: '0',
  ...part,
})

const facts = (part: Partial<ProfitFacts> = {}): ProfitFacts => ({
  positions: [position('GOLD', 'TOMAN')],
  wallets: [
    { coin: 'GOLD', totalBalance: '5' },
    { coin: 'BITCOIN', totalBalance: '5' },
  ],
  scaleOf,
  priceOf: () => units(110),
  ...part,
})

const goldOf = (part: Partial<ProfitFacts>) => holdingsByCoin(facts(part), 'TOMAN').get('GOLD')

test('the profit of a held coin is its value at the present price less its cost, and deposited coins are not part of it', () => {
  expect(goldOf({})).toEqual({
    coin: 'GOLD',
    unit: 'TOMAN',
    averageBuyPrice: '100',
    held: '2',
    isPart: true,
    amount: '20',
    percent: '10',
  })
  expect(goldOf({ priceOf: () => units(95) })).toMatchObject({ amount: '-10', percent: '-5' })
})

test('coins that left without a trade count for nothing', () => {
  const left = (totalBalance: string) => goldOf({ wallets: [{ coin: 'GOLD', totalBalance }] })
  expect(left('0.5')).toMatchObject({ held: '0.5', isPart: false, amount: '5', percent: '10' })
  expect(left('0')).toBeUndefined()
  expect(goldOf({ positions: [position('GOLD', 'TOMAN', { amount: '0', averageBuyPrice: null, cost: '0' })] })).toBe(
    undefined,
  )
})

test('an unknown price leaves the profit unknown, and with it the total, never zero', () => {
  const positions = [position('GOLD', 'TOMAN'), position('BITCOIN', 'TOMAN')]
  const priceOf = (coin: string) => (coin === 'GOLD' ? units(110) : undefined)
  const known = facts({ positions, priceOf })
  expect(holdingsByCoin(known, 'TOMAN').get('BITCOIN')).toMatchObject({ averageBuyPrice: '100', amount: undefined })
  expect(profitsByUnit(known, ['TOMAN'])[0]?.unrealised).toEqual({
    unit: 'TOMAN',
    amount: undefined,
    percent: undefined,
  })
})

test('Toman and Tether stay apart: a coin bought in both is shown in the wanted unit, and each unit has its own total', () => {
  const positions = [
    position('GOLD', 'TOMAN', { realisedProfit: '-7.5' }),
    position('GOLD', 'TETHER', { cost: '220', averageBuyPrice: '110', realisedProfit: '3' }),
    position('BITCOIN', 'TETHER', { realisedProfit: '2' }),
  ]
  const both = facts({ positions })
  expect(holdingsByCoin(both, 'TETHER').get('GOLD')).toMatchObject({ unit: 'TETHER', amount: '0' })
  expect(holdingsByCoin(both, 'TOMAN').get('GOLD')).toMatchObject({ unit: 'TOMAN', amount: '20' })
  expect(holdingsByCoin(both, 'TOMAN').get('BITCOIN')).toMatchObject({ unit: 'TETHER', amount: '20' })
  expect(profitsByUnit(both, ['TOMAN', 'TETHER'])).toEqual([
    { unit: 'TOMAN', unrealised: { unit: 'TOMAN', amount: '20', percent: '10' }, realised: '-7.5' },
    { unit: 'TETHER', unrealised: { unit: 'TETHER', amount: '20', percent: '4.76' }, realised: '5' },
  ])
})

test('a sale is compared with the cost of its coins; of those without a buy price it says so', () => {
  const row = position('GOLD', 'TOMAN')
  const sale = (size: string, received: number) =>
    resultOfSale({ amount: size, received: amount(BigInt(received) * 1_000_000n) }, { row, scaleOf })
  expect(sale('1', 99)).toEqual({ unit: 'TOMAN', amount: '-1', percent: '-1', knownPart: undefined })
  expect(sale('4', 480)).toEqual({ unit: 'TOMAN', amount: '40', percent: '20', knownPart: '2' })
  expect(resultOfSale({ amount: '1', received: amount(1n) }, { row: undefined, scaleOf })).toBeUndefined()
})
