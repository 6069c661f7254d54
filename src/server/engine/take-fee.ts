import { rewardOn } from '#domain/fee.ts'
import { SYSTEM_OWNER } from '#domain/ledger.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'
import { valueInToman } from '#domain/value-in-toman.ts'
import type { Entry, Journal } from './journal.ts'
import { type Account, move } from './ledger.ts'
import type { Order } from './order.ts'
import { type EngineState, walletOf } from './state.ts'

interface FeeTaken {
  readonly journal: Journal
  readonly entry: Entry
  /** Where the coins of the fee come from: they are kept back from what `payer` receives. */
  readonly from: Account
  readonly payer: Pick<Order, 'userId' | 'charges' | 'side'>
  readonly fee: Amount
  readonly trade: {
    readonly id: number
    readonly market: Market
    readonly unitPrice: Price
    readonly quoteInToman: Price | undefined
  }
}

/**
 * Moves a fee to the house, and of it the reward to whoever invited the payer, in the same entry. Nobody is rewarded for
 * inviting himself, and nobody but the one who invited.
 */
export function takeFee(state: EngineState, { journal, entry, from, payer, fee, trade }: FeeTaken): void {
  const { inviterId } = payer.charges
  const { coinId } = from.wallet
  const account = (ownerId: number): Account => ({ wallet: walletOf(state, { ownerId, coinId }), bucket: 'available' })
  const reward = inviterId === undefined || inviterId === payer.userId ? 0n : rewardOn(fee)
  move(journal, entry, { from, to: account(SYSTEM_OWNER.fees), quantity: fee - reward })
  if (inviterId === undefined || reward === 0n) return
  move(journal, entry, { from, to: account(inviterId), quantity: reward })
  journal.rewards.push({
    tradeId: trade.id,
    inviterId,
    inviteeId: payer.userId,
    coinId,
    amount: amount(reward),
    valueInToman: worthOf(amount(reward), payer, trade),
  })
}

/** A buyer's fee is in the coin that is traded, a seller's in the coin it is priced in. */
function worthOf(
  quantity: Amount,
  { side }: FeeTaken['payer'],
  { market, unitPrice, quoteInToman }: FeeTaken['trade'],
): Amount | undefined {
  const value = side === 'SELL' ? quantity : wholePrice({ quantity, unitPrice, market }, 'down')
  return valueInToman(value, { quote: market.quote, quoteInToman })
}
