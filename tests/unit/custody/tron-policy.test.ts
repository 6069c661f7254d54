import { expect, test } from 'vitest'
import { parsePolicy, symbolsOf, TRON_FIRST_BLOCK } from '#custody/policy.ts'
import { AMPLE, tronPolicy } from '#tests/setup/custody-process.ts'

const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const policyWith = (change: object) => {
  const { networks, ...rest } = tronPolicy({ firstBlock: TRON_FIRST_BLOCK, contract })
  return { ...rest, networks: { TRC20: { ...networks.TRC20, confirmations: 19, ...change } } }
}

test('a policy of TRON names its coins, and asks for final blocks of the main network', () => {
  const { networks } = parsePolicy(policyWith({}))
  const network = networks.get('TRC20')
  expect(network && symbolsOf(network)).toEqual(['TRON', 'TETHER'])
  expect(() => parsePolicy(policyWith({ confirmations: 18 }))).toThrow('19 or more')
  expect(() => parsePolicy(policyWith({ firstBlock: '1'.repeat(64), confirmations: 1 }))).not.toThrow()
  const own = { symbol: 'TRON', decimals: 6 }
  const wrong = [[], [{ ...own, contract }], [own, { ...own, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }]]
  for (const coins of wrong) expect(() => parsePolicy(policyWith({ coins })), JSON.stringify(coins)).toThrow('coins')
  expect(() => parsePolicy({ ...policyWith({}), limits: { TRON: AMPLE } })).toThrow('TETHER has no limits')
})
