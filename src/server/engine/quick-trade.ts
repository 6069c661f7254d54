import { billedDecimals } from '#domain/coin.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { OrderOutcome } from '#domain/outcome.ts'
import { quickTradeParts } from '#domain/quick-trade.ts'
import type { Trade } from '#domain/trade.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import { mayWithdraw } from '#domain/withdrawal.ts'
import { type QuickTrade, type RefusedOutcome, refused } from './commands.ts'
import { keepHold, payOut } from './funds.ts'
import { type Journal, move, openEntry } from './journal.ts'
import { newOrder, type Order, outcomeOf } from './order.ts'
import { type EngineState, isOpen, venueOf } from './state.ts'
import { balanceOf, walletOf } from './wallet.ts'

/**
 * Exchanges coins between the customer and the inventory at the given price, rounded as `quickTradeParts` says. The fee is taken from what
 * the customer receives. Refuses in this order: WITHDRAWAL_DISABLED, what `mayWithdraw` refuses of a purchase that leaves,
 * MARKET_IS_NOT_ACTIVE, PRICE_STALE, PRICE_CHANGED, NOT_ENOUGH_BALANCE, HOUSE_LIMIT_REACHED.
 */
export function quickTrade(state: EngineState, command: QuickTrade, journal: Journal): OrderOutcome | RefusedOutcome {
  const { userId, side, unitPrice, quote, charges, destination, at } = command
  const venue = venueOf(state, command.marketId)
  const { market } = venue
  if (destination && !isServed(destination, market)) return refused('WITHDRAWAL_DISABLED')
  const barred = destination && mayWithdraw(destination.withdrawer, { at })
  if (barred) return refused(barred)
  if (!isOpen(state, venue)) return refused('MARKET_IS_NOT_ACTIVE')
  if (at > quote.goodUntil) return refused(quote.refusal)
  const buys = side === 'BUY'
  const { value, fee } = quickTradeParts(
    { side, quantity: command.amount, unitPrice, rate: charges.taker },
    billedMarket(market),
  )
  const [paidCoin, paid] = buys ? [market.quote, value] : [market.base, command.amount]
  const [boughtCoin, bought] = buys ? [market.base, command.amount] : [market.quote, value]
  const payer = { ownerId: userId, coinId: paidCoin.id }
  const gives = { ownerId: SYSTEM_ACCOUNT.otcInventory, coinId: boughtCoin.id }
  const gets = { ownerId: SYSTEM_ACCOUNT.otcInventory, coinId: paidCoin.id }
  const availableTo = (whose: typeof payer) => balanceOf(state, whose).available
  if (availableTo(payer) < paid) return refused('NOT_ENOUGH_BALANCE')
  if (availableTo(gives) - bought < boughtCoin.quickTrade.inventoryMin) return refused('HOUSE_LIMIT_REACHED')
  if (availableTo(gets) + paid > paidCoin.quickTrade.inventoryMax) return refused('HOUSE_LIMIT_REACHED')

  const wallet = walletOf(state, payer)
  const id = state.nextOrderId++
  const order = newOrder(command, { id, status: 'DONE', wallet })
  order.executed = command.amount
  order.executedValue = value
  order.wage = fee
  const entry = openEntry(state, journal, { kind: 'quick_trade', reference: `order:${id}`, at })
  const trade = tradeOf(state, order, command)
  journal.orders.add(order)
  journal.trades.push(trade)
  move(journal, entry, {
    from: { wallet, bucket: 'available' },
    to: { wallet: walletOf(state, gets), bucket: 'available' },
    quantity: paid,
  })
  const toBucket = destination ? 'blocked' : 'available'
  payOut(state, { entry, journal }, trade, {
    from: walletOf(state, gives),
    fromBucket: 'available',
    receiver: order,
    toBucket,
    quantity: bought,
    fee,
  })
  const received = amount(bought - fee)
  if (destination) raiseWithdrawal(state, order, { journal, coinId: boughtCoin.id, received, command })
  return outcomeOf(order, at)
}

/** Whether coins can be sent that way now: operators may have stopped the network since the command was read. */
const isServed = ({ isServed: wasServed, tokenType }: NonNullable<QuickTrade['destination']>, { base }: Market) =>
  wasServed && base.networks.find((network) => network.tokenType === tokenType)?.withdrawEnabled !== false

/** Holds the bought coins for their withdrawal from the moment of the purchase. */
function raiseWithdrawal(
  state: EngineState,
  { id: orderId, userId }: Order,
  { journal, coinId, received, command }: { journal: Journal; coinId: number; received: Amount; command: QuickTrade },
): void {
  const { destination, at } = command
  if (!destination) return
  const id = state.nextWithdrawalId++
  const reference = `withdrawal/${id}`
  keepHold(state, journal, { reference, userId, coinId, amount: received })
  const { tokenType, address, networkFee } = destination
  const sent = { id, tokenType, address, networkFee, userId, coinId, amount: received }
  journal.withdrawals.push({ ...sent, holdReference: reference, orderId, at })
}

const billedMarket = ({ base, quote }: Market) => ({
  base,
  quote: { decimals: quote.decimals, billedDecimals: billedDecimals(quote) },
})

const tradeOf = (state: EngineState, order: Order, { unitPrice, quoteInToman, at }: QuickTrade): Trade => ({
  id: state.nextTradeId++,
  marketId: order.marketId,
  takerSide: order.side,
  unitPrice,
  amount: order.amount,
  value: order.executedValue,
  takerOrderId: order.id,
  makerOrderId: undefined,
  takerUserId: order.userId,
  makerUserId: SYSTEM_ACCOUNT.otcInventory,
  takerFee: order.wage,
  makerFee: ZERO,
  quoteInToman,
  at,
})
