import { expect, test } from 'vitest'
import { orderWallets, totalWorth, worthByCoin } from '#client/entities/wallet/wallet-worth.ts'

const entry = (coin: string, worth: string | null) => ({
  coin,
  credit: '1',
  blockedCredit: '0',
  totalBalance: '1',
  wholePriceOfCredit: worth,
})
const WALLETS = [entry('BITCOIN', '250.5'), entry('CELO', null), entry('TOMAN', '100'), entry('GOLD', '900.1234567')]

test('the total leaves out what has no price', () => {
  expect(totalWorth(WALLETS)).toBe('1250.623456')
})

test('coins come by worth, without those that have none', () => {
  expect(worthByCoin(WALLETS).map(({ coin }) => coin)).toEqual(['GOLD', 'BITCOIN', 'TOMAN'])
})

test('the list begins with Toman and ends with what is worth nothing', () => {
  expect(orderWallets(WALLETS).map(({ coin }) => coin)).toEqual(['TOMAN', 'GOLD', 'BITCOIN', 'CELO'])
})
