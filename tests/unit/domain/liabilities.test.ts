import { expect, test } from 'vitest'
import { compareHeld } from '#domain/liabilities.ts'
import { plantTree } from '#tests/builders/liability-tree.ts'

const { coins } = plantTree([
  { holder: 'one', amount: 1_234_500n },
  { holder: 'other', amount: 500n },
]).statement
const address = (coin: string, amount: string) => ({ coins: [{ coin, amount }] })

test('what is owed stands beside the sum of all addresses, to the last digit', () => {
  const held = [address('GOLD', '0.1'), address('GOLD', '0.200000000000000001')]
  expect(compareHeld(coins, held)).toEqual([{ coin: 'GOLD', owed: '1235', held: '0.300000000000000001' }])
})

test('a coin that no address names is unknown, and one that is counted as nothing is zero', () => {
  expect(compareHeld(coins, [])).toEqual([{ coin: 'GOLD', owed: '1235', held: undefined }])
  expect(compareHeld(coins, [address('GOLD', '0')])).toEqual([{ coin: 'GOLD', owed: '1235', held: '0' }])
})

test('a coin that is owed to nobody is listed where some of it is held', () => {
  const rows = compareHeld(coins, [address('TETHER', '5'), address('TRON', '0')])
  expect(rows.slice(1)).toEqual([{ coin: 'TETHER', owed: '0', held: '5' }])
})
