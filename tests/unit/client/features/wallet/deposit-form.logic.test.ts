import { expect, test } from 'vitest'
import { validateDeposit } from '#client/features/wallet/deposit-form.logic.ts'
import { amount } from '#domain/units.ts'

const BOUNDS = { decimals: 6, min: amount(10_000_000_000n), max: amount(50_000_000_000_000n), dayLeft: undefined }
const CARD = '6037991234567893'

test.each([
  [{ amount: '', card: CARD }, { amount: 'amountRequired' }],
  [{ amount: '0', card: CARD }, { amount: 'amountRequired' }],
  [{ amount: '9999', card: CARD }, { amount: 'belowMin' }],
  [{ amount: '10000', card: CARD }, {}],
  [{ amount: '50000000', card: CARD }, {}],
  [{ amount: '50000001', card: CARD }, { amount: 'aboveMax' }],
  [{ amount: '10000', card: '' }, { card: 'cardRequired' }],
  [
    { amount: '', card: '' },
    { amount: 'amountRequired', card: 'cardRequired' },
  ],
])('%j: %j', (form, problems) => {
  expect(validateDeposit({ ...form, gateway: 'VANDAR' }, BOUNDS)).toEqual(problems)
})

test.each([
  ['20000', {}],
  ['20001', { amount: 'aboveLeft' }],
  ['50000001', { amount: 'aboveMax' }],
  ['9999', { amount: 'belowMin' }],
])('%s of the 20,000 that are left of the day: %j', (text, problems) => {
  const bounds = { ...BOUNDS, dayLeft: amount(20_000_000_000n) }
  expect(validateDeposit({ amount: text, card: CARD, gateway: 'VANDAR' }, bounds)).toEqual(problems)
})

test('without a gateway that works nothing can be sent', () => {
  const form = { amount: '10000', card: CARD, gateway: undefined }
  expect(validateDeposit(form, BOUNDS)).toEqual({ gateway: 'gatewayRequired' })
})
