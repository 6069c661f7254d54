import { feeOn } from '#domain/fee.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { wholePrice } from '#domain/market.ts'
import { PLAIN_TERMS } from '#domain/order.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import { type OrderOutcome, type QuickTrade, type RefusedOutcome, refused } from './commands.ts'
import type { Hold, Journal } from './journal.ts'
import { move, openEntry } from './ledger.ts'
import type { Order } from './order.ts'
import { outcomeOf } from './outcome-of.ts'
import { payOut } from './pay-out.ts'
import { type EngineState, venueOf, walletOf } from './state.ts'
import type { Wallet } from './wallet.ts'

/**
 * The customer and the house change coins at the given price. A buyer pays the value rounded up, a seller receives it
 * rounded down, so the house never loses the fraction of a unit. The fee is taken from what the customer receives.
 * Refuses in this order: NOT_ENOUGH_BALANCE, HOUSE_LIMIT_REACHED.
 */
export function quickTrade(state: EngineState, command: QuickTrade, journal: Journal): OrderOutcome | RefusedOutcome {
  const { market } = venueOf(state, command.marketId)
  const buys = command.side === 'BUY'
  const value = wholePrice({ quantity: command.amount, unitPrice: command.unitPrice, market }, buys ? 'up' : 'down')
  const [paidCoin, paid] = buys ? [market.quote, value] : [market.base, command.amount]
  const [boughtCoin, bought] = buys ? [market.base, command.amount] : [market.quote, value]
  const own = (ownerId: number, coinId: number) =>
    ({ wallet: walletOf(state, { ownerId, coinId }), bucket: 'available' }) as const

  const payer = own(command.userId, paidCoin.id)
  const inventory = own(SYSTEM_ACCOUNT.otcInventory, boughtCoin.id)
  if (payer.wallet.available < paid) return refused('NOT_ENOUGH_BALANCE')
  const till = own(SYSTEM_ACCOUNT.otcInventory, paidCoin.id)
  if (inventory.wallet.available - bought < boughtCoin.quickTrade.inventoryMin) return refused('HOUSE_LIMIT_REACHED')
  if (till.wallet.available + paid > paidCoin.quickTrade.inventoryMax) return refused('HOUSE_LIMIT_REACHED')

  const order = createOrder(state, command, payer.wallet)
  order.executedValue = value
  order.wage = feeOn(bought, command.charges.taker)
  const entry = openEntry(state, journal, { kind: 'quick_trade', cause: order.id, at: command.at })
  journal.orders.add(order)
  move(journal, entry, { from: payer, to: till, quantity: paid })
  const receiver = walletOf(state, { ownerId: command.userId, coinId: boughtCoin.id })
  const { unitPrice, quoteInToman } = command
  const deal = { id: state.nextTradeId++, market, unitPrice, quoteInToman, entry, journal }
  payOut(state, deal, {
    from: inventory.wallet,
    fromBucket: 'available',
    to: receiver,
    toBucket: command.destination ? 'blocked' : 'available',
    receiver: order,
    quantity: bought,
    fee: order.wage,
  })
  const received = amount(bought - order.wage)
  if (command.destination) raiseWithdrawal(state, order, { journal, coinId: boughtCoin.id, received, command })
  recordTrade(order, { id: deal.id, journal, command })
  return outcomeOf(order, command.at)
}

/** What was bought is held for the way out from the moment it is bought. */
function raiseWithdrawal(
  state: EngineState,
  { id: orderId, userId }: Order,
  { journal, coinId, received, command }: { journal: Journal; coinId: number; received: Amount; command: QuickTrade },
): void {
  const { destination, at } = command
  if (!destination) return
  const reference = `withdrawal/order/${orderId}`
  const held: Hold = { reference, userId, coinId, amount: received, status: 'HELD' }
  state.holds.set(reference, held)
  journal.holds.add(held)
  journal.withdrawals.push({ ...destination, userId, coinId, amount: received, holdReference: reference, orderId, at })
}

function createOrder(state: EngineState, command: QuickTrade, wallet: Wallet): Order {
  return {
    id: state.nextOrderId++,
    userId: command.userId,
    marketId: command.marketId,
    side: command.side,
    kind: 'EXCHANGE',
    unitPrice: command.unitPrice,
    amount: command.amount,
    charges: command.charges,
    clientOrderId: command.key,
    createdAt: command.at,
    terms: PLAIN_TERMS,
    status: 'DONE',
    arrival: undefined,
    executed: command.amount,
    executedValue: ZERO,
    held: ZERO,
    wage: ZERO,
    wallet,
    level: undefined,
    earlier: undefined,
    later: undefined,
  }
}

function recordTrade(
  order: Order,
  { id, journal, command }: { id: number; journal: Journal; command: QuickTrade },
): void {
  journal.trades.push({
    id,
    marketId: order.marketId,
    takerSide: order.side,
    unitPrice: command.unitPrice,
    amount: order.amount,
    value: order.executedValue,
    takerOrderId: order.id,
    makerOrderId: undefined,
    takerUserId: order.userId,
    makerUserId: SYSTEM_ACCOUNT.otcInventory,
    takerFee: order.wage,
    makerFee: ZERO,
    quoteInToman: command.quoteInToman,
    at: command.at,
  })
}
