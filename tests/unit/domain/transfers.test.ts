import { expect, test } from 'vitest'
import { TRANSFERS, transferOver } from '#domain/transfers.ts'
import { amount } from '#domain/units.ts'

const NETWORK = {
  tokenType: 'ERC20',
  withdrawalFee: amount(1n),
  minWithdraw: amount(2n),
  maxWithdraw: amount(3n),
  withdrawEnabled: true,
  depositEnabled: true,
  txIdNeeded: false,
}
const SERVING = { ...TRANSFERS, networks: new Map([['ERC20', { deposit: true, withdrawal: true }]]) }

test('over a network that nothing serves nothing can be done, whatever the catalogue says', () => {
  expect(transferOver(NETWORK, 'TETHER', { ...TRANSFERS, networks: new Map() })).toEqual({
    deposit: false,
    withdrawal: false,
  })
  expect(transferOver({ ...NETWORK, tokenType: 'TRC20' }, 'TETHER', SERVING)).toEqual({
    deposit: false,
    withdrawal: false,
  })
})

test('an operator can switch off what is served', () => {
  expect(transferOver(NETWORK, 'TETHER', SERVING)).toEqual({ deposit: true, withdrawal: true })
  expect(transferOver({ ...NETWORK, withdrawEnabled: false }, 'TETHER', SERVING)).toEqual({
    deposit: true,
    withdrawal: false,
  })
  expect(transferOver({ ...NETWORK, depositEnabled: false }, 'TETHER', SERVING)).toEqual({
    deposit: false,
    withdrawal: true,
  })
})
