import { describe, expect, test } from 'vitest'
import type { CoinNetwork } from '#client/entities/withdrawal/coin-networks.queries.ts'
import {
  arrivingOf,
  boundsOf,
  type CoinWithdrawForm,
  mostOf,
  readAddress,
  validateCoinWithdrawal,
} from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import { parseAmount } from '#domain/coin.ts'
import { amount } from '#domain/units.ts'

const ETHER = { decimals: 18, precision: 18 }
const network = (differences: Partial<CoinNetwork> = {}): CoinNetwork => ({
  ...{ tokenType: 'ERC20', withdrawalFee: '0.001', minWithdraw: '0.005', maxWithdraw: '50' },
  ...{ withdrawEnable: true, isDepositEnable: true, txIdIsNeeded: false },
  ...differences,
})
const units = (text: string) => parseAmount(text, ETHER) ?? amount(0n)

describe('what arrives', () => {
  test('is exact to the eighteenth decimal', () => {
    expect(arrivingOf(units('1.000000000000000001'), network(), ETHER)).toBe('0.999000000000000001')
    expect(arrivingOf(units('49.999999999999999999'), network(), ETHER)).toBe('49.998999999999999999')
  })

  test('is nothing where the fee takes all, and unknown without an amount or a network', () => {
    expect(arrivingOf(units('0.001'), network(), ETHER)).toBeUndefined()
    expect(arrivingOf(undefined, network(), ETHER)).toBeUndefined()
    expect(arrivingOf(units('1'), undefined, ETHER)).toBeUndefined()
  })
})

describe('the bounds', () => {
  test('begin above the fee, in the steps that people type', () => {
    const dear = network({ withdrawalFee: '0.02' })
    expect(boundsOf(dear, ETHER).min).toBe(20_000_000_000_000_001n)
    expect(boundsOf(dear, { decimals: 18, precision: 4 }).min).toBe(20_100_000_000_000_000n)
  })

  test('and the balance give the most, which is nothing below the minimum', () => {
    const facts = { coin: { decimals: 18, precision: 4 }, network: network() }
    expect(mostOf({ ...facts, free: units('1.23456789') })).toBe('1.2345')
    expect(mostOf({ ...facts, free: units('51') })).toBe('50')
    expect(mostOf({ ...facts, free: units('0.00499') })).toBe('')
    expect(mostOf({ ...facts, network: undefined, free: units('0.00499') })).toBe('0.0049')
  })
})

describe('the form', () => {
  const facts = { coin: ETHER, free: units('60'), network: network() }
  const form: CoinWithdrawForm = { network: 'ERC20', address: '0xabc', amount: '1' }
  test.each([
    ['', 'amountRequired'],
    ['0', 'amountRequired'],
    ['60.000000000000000001', 'moreAmount'],
    ['50.000000000000000001', 'maxAmountErr'],
    ['0.004999999999999999', 'minAmountErr'],
    ['0.005', undefined],
    ['50', undefined],
  ])('of %s has the problem %s', (text, problem) => {
    expect(validateCoinWithdrawal({ ...form, amount: text }, facts).amount).toBe(problem)
  })

  test('needs a network and an address', () => {
    expect(validateCoinWithdrawal({ ...form, address: '' }, { ...facts, network: undefined })).toEqual({
      network: 'networkRequired',
      address: 'addressRequired',
    })
    expect(validateCoinWithdrawal({ ...form, address: 'hello' }, facts)).toEqual({ address: 'addressInvalid' })
  })
})

test.each([
  ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
  [' 0x5290 8400\u200e\n0985 ', '0x529084000985'],
  ['ethereum:0xabc', '0xabc'],
  ['ethereum:pay-0xabc@1?value=2e18', '0xabc'],
  ['bitcoin:bc1qxyz?amount=0.5&label=Shop', 'bc1qxyz'],
  ['BITCOIN:BC1QXYZ', 'BC1QXYZ'],
  ['litecoin://ltc1qxyz', 'ltc1qxyz'],
  // The server knows the network, and writes the prefix.
  ['bitcoincash:qpm2qs?amount=1', 'qpm2qs'],
  ['qpm2qs', 'qpm2qs'],
  // The recipient of a token is not the contract that stands first.
  ['ethereum:0xc0ffee@1/transfer?address=0xabc&uint256=1', '0xabc'],
  ['ethereum:0xc0ffee/approve?address=0xabc', 'ethereum:0xc0ffee/approve?address=0xabc'],
])('of %j the address is %j', (text, address) => {
  expect(readAddress(text)).toBe(address)
})
