import { expect, test } from 'vitest'
import { validateDeposit } from '#client/features/wallet/deposit-form.logic.ts'
import { amount } from '#domain/units.ts'

const BOUNDS = { decimals: 6, min: amount(10_000_000_000n), max: amount(50_000_000_000_000n) }
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
  expect(validateDeposit(form, BOUNDS)).toEqual(problems)
})
