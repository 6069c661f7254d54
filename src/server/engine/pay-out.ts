import { rewardsOn } from '#domain/fee.ts'
import { type Bucket, type Entry, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { valueInToman, wholePrice } from '#domain/market.ts'
import type { Trade } from '#domain/trade.ts'
import { type Amount, ZERO } from '#domain/units.ts'
import { type Journal, post } from './journal.ts'
import type { Order } from './order.ts'
import { type EngineState, venueOf } from './state.ts'
import { type Wallet, walletOf } from './wallet.ts'

interface Payment {
  readonly from: Wallet
  readonly fromBucket: Bucket
  /** Receives the coins and pays the fee that is deducted from them. */
  readonly receiver: Pick<Order, 'userId' | 'charges' | 'side'>
  readonly toBucket: Bucket
  readonly quantity: Amount
  readonly fee: Amount
}

/**
 * Pays one coin of a trade to its receiver, less the fee. The fee goes to the exchange, except the reward of the receiver's inviter and the
 * receiver's own share. Nobody is rewarded for inviting themselves.
 */
export function payOut(
  state: EngineState,
  { entry, journal }: { entry: Entry; journal: Journal },
  trade: Trade,
  { from, fromBucket, receiver, toBucket, quantity, fee }: Payment,
): void {
  const { coinId } = from
  if (fee > quantity) throw new Error(`a fee of trade ${trade.id} is more than what it is taken from`)
  const { userId, charges, side } = receiver
  const to = walletOf(state, { ownerId: userId, coinId })
  post(journal, entry, from, fromBucket, -quantity)
  post(journal, entry, to, toBucket, quantity - fee)
  if (fee === 0n) return
  const { inviterId, friendShare } = charges
  const isRewarded = inviterId !== undefined && inviterId !== userId
  const { inviter: reward, friend: cashBack } = isRewarded ? rewardsOn(fee, friendShare) : NO_REWARDS
  const fees = walletOf(state, { ownerId: SYSTEM_ACCOUNT.fees, coinId })
  post(journal, entry, fees, 'available', fee - reward - cashBack)
  // The inviter's part is never the smaller one: if it is zero, the friend's part is zero too.
  if (!isRewarded || reward === 0n) return
  post(journal, entry, walletOf(state, { ownerId: inviterId, coinId }), 'available', reward)
  if (cashBack > 0n) post(journal, entry, to, 'available', cashBack)
  journal.rewards.push({
    tradeId: trade.id,
    inviterId,
    inviteeId: userId,
    coinId,
    amount: reward,
    valueInToman: worthOf(state, trade, { quantity: reward, side }),
    friendAmount: cashBack,
    friendValueInToman: worthOf(state, trade, { quantity: cashBack, side }),
  })
}

const NO_REWARDS = { inviter: ZERO, friend: ZERO }

/** A buyer's fee is in the base coin, a seller's in the quote coin. */
function worthOf(
  state: EngineState,
  { marketId, unitPrice, quoteInToman }: Trade,
  { quantity, side }: { quantity: Amount; side: Order['side'] },
): Amount | undefined {
  const { market } = venueOf(state, marketId)
  const value = side === 'SELL' ? quantity : wholePrice({ quantity, unitPrice, market }, 'down')
  return valueInToman(value, { quote: market.quote, quoteInToman })
}
