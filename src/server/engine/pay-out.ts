import { rewardOn } from '#domain/fee.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { type Market, valueInToman, wholePrice } from '#domain/market.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'
import type { Entry, Journal } from './journal.ts'
import { post } from './ledger.ts'
import type { Order } from './order.ts'
import { type EngineState, walletOf } from './state.ts'
import type { Bucket, Wallet } from './wallet.ts'

/** A trade and the entry that carries its money. */
export interface Deal {
  readonly id: number
  readonly market: Market
  readonly unitPrice: Price
  readonly quoteInToman: Price | undefined
  readonly entry: Entry
  readonly journal: Journal
}

interface Payment {
  readonly from: Wallet
  readonly fromBucket: Bucket
  readonly to: Wallet
  readonly toBucket: Bucket
  /** Whom the coins are for, and who pays the fee that is kept back from them. */
  readonly receiver: Pick<Order, 'userId' | 'charges' | 'side'>
  readonly quantity: Amount
  readonly fee: Amount
}

/**
 * Pays one coin of a trade: to its receiver, less the fee, which goes to the house, and of it the reward to whoever invited the
 * receiver. Nobody is rewarded for inviting himself, and nobody but the one who invited.
 */
export function payOut(state: EngineState, deal: Deal, payment: Payment): void {
  const { from, to, receiver, quantity, fee } = payment
  const { entry, journal } = deal
  const { coinId } = from
  if (to.coinId !== coinId || fee > quantity) throw new Error(`a payment of trade ${deal.id} does not add up`)
  post(journal, entry, from, payment.fromBucket, -quantity)
  post(journal, entry, to, payment.toBucket, quantity - fee)
  if (fee === 0n) return
  const { inviterId } = receiver.charges
  const reward = inviterId === undefined || inviterId === receiver.userId ? 0n : rewardOn(fee)
  const house = walletOf(state, { ownerId: SYSTEM_ACCOUNT.fees, coinId })
  if (inviterId === undefined || reward === 0n) {
    post(journal, entry, house, 'available', fee)
    return
  }
  post(journal, entry, house, 'available', fee - reward)
  post(journal, entry, walletOf(state, { ownerId: inviterId, coinId }), 'available', reward)
  journal.rewards.push({
    tradeId: deal.id,
    inviterId,
    inviteeId: receiver.userId,
    coinId,
    amount: amount(reward),
    valueInToman: worthOf(amount(reward), receiver, deal),
  })
}

/** A buyer's fee is in the coin that is traded, a seller's in the coin it is priced in. */
function worthOf(
  quantity: Amount,
  { side }: Payment['receiver'],
  { market, unitPrice, quoteInToman }: Deal,
): Amount | undefined {
  const value = side === 'SELL' ? quantity : wholePrice({ quantity, unitPrice, market }, 'down')
  return valueInToman(value, { quote: market.quote, quoteInToman })
}
