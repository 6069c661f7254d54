import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { shareOf, smaller, worthOf } from './figures.ts'
import { leftOf, type NaiveOrder, type NaiveState, priceOf } from './naive-state.ts'

const INVITATION_SHARE = 300_000n

/**
 * Executes one fill at the price of the order on the book: the coins one way, the money the other, and a fee from what each party receives.
 */
export function executeTrade(
  state: NaiveState,
  { taker, maker, at }: { taker: NaiveOrder; maker: NaiveOrder; at: number },
) {
  const { market } = taker
  const price = priceOf(maker)
  if (price % market.tick > 0n) state.note('an order trades at a price beside the new tick')
  const amount = smaller(leftOf(taker), leftOf(maker))
  const value = worthOf(amount, price, market)
  const [buyer, seller] = taker.side === 'BUY' ? [taker, maker] : [maker, taker]
  if (value === 0n) state.note('a trade is worth less than one unit')
  state.move({ coinId: market.base.id, from: seller.userId, to: buyer.userId, quantity: amount })
  state.move({ coinId: market.quote.id, from: buyer.userId, to: seller.userId, quantity: value })
  for (const order of [taker, maker]) {
    order.executed += amount
    order.executedValue += value
  }
  if (taker.side === 'BUY' && taker.limit !== undefined && taker.limit > price)
    state.note('a hold was larger than what was paid')
  const trade = state.trades.length + 1
  const received = (order: NaiveOrder) => (order === buyer ? amount : value)
  const takerFee = takeFee(state, { order: taker, received: received(taker), rate: taker.charges.taker, trade })
  const makerFee = takeFee(state, { order: maker, received: received(maker), rate: maker.charges.maker, trade })
  const ends = { taker: taker.id, maker: maker.id, takerSide: taker.side }
  state.trades.push({ ...ends, price, amount, value, takerFee, makerFee, at })
  state.lastPrices.set(market.id, price)
  for (const order of [taker, maker]) state.dropPartnerOf(order)
}

/**
 * The fee of one side of a trade, its inviter's part, and the share of that part that goes back to the user. A user is never rewarded for
 * their own trade.
 */
export function takeFee(
  state: NaiveState,
  {
    order,
    received,
    rate,
    trade,
    unit = 1n,
  }: { order: NaiveOrder; received: bigint; rate: bigint; trade: number; unit?: bigint },
): bigint {
  const { market, side, userId } = order
  const { inviterId, friendShare = 0n } = order.charges
  const coinId = side === 'BUY' ? market.base.id : market.quote.id
  const exactly = shareOf(received, rate)
  const fee = exactly - (exactly % unit)
  order.wage += fee
  state.move({ coinId, from: userId, to: SYSTEM_ACCOUNT.fees, quantity: fee })
  if (inviterId === userId) state.note('an inviter invited themselves')
  if (inviterId === undefined || inviterId === userId) return fee
  const amount = shareOf(fee, INVITATION_SHARE - friendShare)
  const friendAmount = shareOf(fee, friendShare)
  state.move({ coinId, from: SYSTEM_ACCOUNT.fees, to: inviterId, quantity: amount })
  state.move({ coinId, from: SYSTEM_ACCOUNT.fees, to: userId, quantity: friendAmount })
  if (friendAmount > 0n) state.note('a friend gets a part of the fee back')
  if (friendShare > 0n && friendAmount === 0n) state.note('what a friend would get back is less than a unit')
  // A reward of less than a unit is none.
  if (amount > 0n) {
    state.note('an inviter is rewarded')
    state.rewards.push({ trade, inviterId, inviteeId: userId, coinId, amount, friendAmount })
  }
  return fee
}
