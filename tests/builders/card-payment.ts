import { parseBankCard } from '#domain/bank-card.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { amount } from '#domain/units.ts'
import type { PaymentRequest } from '#server/providers/payments/payments.ts'

export const CARD = '6219861034529007'
export const OTHER_CARD = '6037991234567893'
/** Units of the ledger in one Toman. */
export const TOMAN = 1_000_000n

/** A value that a parser returned; throws if the test's input is wrong. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the test has a wrong value')
  return value
}

/** A payment of 50,000 Toman by CARD. */
export const payment: PaymentRequest = {
  amount: amount(50_000n * TOMAN),
  mobileNumber: known(parseMobileNumber('09123456789')),
  cardNumber: known(parseBankCard(CARD)),
  description: 'واریز به کیف پول <کیمیا>',
  callbackUrl: 'http://127.0.0.1:9/api/wallets/deposit-toman/return?deposit=7',
  orderId: '7',
}

/** Sends what the buttons of a sandbox's payment page send, without following the callback. */
export const decide = (redirectUrl: string, fields: Record<string, string>) =>
  fetch(redirectUrl, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
