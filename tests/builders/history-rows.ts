import type { Trade } from '#client/entities/order/orders.queries.ts'
import type { Deposit, Login, Received } from '#client/features/history/history.queries.ts'

// One row of each list of the history, as the server sends it.

export const trade = (id: string): Trade => ({
  id,
  orderType: 'LIMITED_SELL',
  marketType: 'GOLD_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'GOLD',
  unitPrice: '8000000',
  amount: '1',
  wholePrice: '8000000',
  wage: '32000',
  createdAtDateTime: '2026-11-20T08:00:00Z',
})

/** A payment by card whose result is not known yet. */
export const pending: Deposit = {
  id: '1',
  amount: '500000',
  relatedCoin: 'TOMAN',
  bankAccount: '603799******7893',
  transactionStatus: 'RAISED_BY_USER',
  isDone: false,
  link: null,
  paymentGateway: 'ZARINPAL' as const,
  payBack: null,
  createdAtDateTime: '2026-11-20T08:00:00Z',
}

export const received: Omit<Received, 'id'> = {
  ...{ amount: '250000', relatedCoin: 'TOMAN', senderName: 'سارا ر.', createdAtDateTime: '2026-11-20T08:00:00Z' },
}

export const login: Login = {
  loginRequestedDateTime: '2026-11-20T08:00:00Z',
  ipAddress: '127.0.0.1',
  deviceType: 'DESKTOP',
  osType: 'MACOS',
  browser: 'CHROME',
  isSuccessful: true,
}
