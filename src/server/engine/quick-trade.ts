import { billedDecimals } from '#domain/coin.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { OrderOutcome } from '#domain/outcome.ts'
import { quickTradeParts } from '#domain/quick-trade.ts'
import type { Trade } from '#domain/trade.ts'
import { amount, ZERO } from '#domain/units.ts'
import { type Leaving, type QuickTrade, type RefusedOutcome, refused } from './commands.ts'
import { payOut } from './funds.ts'
import { type Journal, move, openEntry } from './journal.ts'
import { newOrder, type Order, outcomeOf } from './order.ts'
import { type EngineState, isOpen, venueOf } from './state.ts'
import { balanceOf, walletOf } from './wallet.ts'
import { raiseWithdrawal, refusalOf } from './withdraw.ts'

/**
 * Exchanges coins between the customer and the inventory at the given price, rounded as `quickTradeParts` says. The fee is taken from what
 * the customer receives. Refuses in this order: WITHDRAWAL_DISABLED, what `mayWithdraw` refuses of a purchase that leaves,
 * MARKET_IS_NOT_ACTIVE, PRICE_STALE, PRICE_CHANGED, NOT_ENOUGH_BALANCE, HOUSE_LIMIT_REACHED.
 */
export function quickTrade(state: EngineState, command: QuickTrade, journal: Journal): OrderOutcome | RefusedOutcome {
  const { userId, side, unitPrice, quote, charges, leaving, at } = command
  const venue = venueOf(state, command.marketId)
  const { market } = venue
  if (leaving && !isOpenFor(leaving, market)) return refused('WITHDRAWAL_DISABLED')
  const barred = leaving && refusalOf(state, leaving, { userId, at })
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
  const toBucket = leaving ? 'blocked' : 'available'
  payOut(state, { entry, journal }, trade, {
    from: walletOf(state, gives),
    fromBucket: 'available',
    receiver: order,
    toBucket,
    quantity: bought,
    fee,
  })
  const received = amount(bought - fee)
  if (leaving)
    raiseWithdrawal(state, journal, { leaving, userId, coinId: boughtCoin.id, amount: received, orderId: id, at })
  return outcomeOf(order, at)
}

/** Operators may have stopped the network since the command was read. */
const isOpenFor = ({ destination }: Leaving, { base }: Market) =>
  base.networks.find(({ tokenType }) => tokenType === destination.tokenType)?.withdrawEnabled !== false

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
