import { isTotalLow, misfitOf, ocoMisfitOf } from '#domain/market.ts'
import { opposite, PLAIN_TERMS } from '#domain/order.ts'
import type { OrderOutcome } from '#domain/outcome.ts'
import { amount, larger } from '#domain/units.ts'
import { addStop, addToBook, bestLevel, sideOf } from './book.ts'
import { type PlaceOco, type PlaceOrder, type RefusedOutcome, refused } from './commands.ts'
import { type Journal, openEntry } from './journal.ts'
import { addOpenOrder, takeHold } from './open-orders.ts'
import { holdFor, newOrder, outcomeOf, spentCoin } from './order.ts'
import { isFarWorse, referenceLeft } from './place-order.ts'
import { type EngineState, isOpen, venueOf } from './state.ts'
import { balanceOf, walletOf } from './wallet.ts'

/**
 * Puts the leg that takes the profit on the book and lets the stop wait, under one hold. Neither can trade or be triggered yet, since their
 * prices lie on the two sides of the market. Refuses in this order: MARKET_IS_NOT_ACTIVE, what `misfitOf` finds in either leg,
 * OCO_PRICES_INVALID, UNIT_PRICE_OUT_OF_BAND, EXPIRY_IN_PAST, TOO_MANY_OPEN_ORDERS, NOT_ENOUGH_BALANCE, and the warning of a stop whose
 * limit is far worse than its stop price. @returns the state of the leg that takes the profit
 */
export function placeOco(state: EngineState, command: PlaceOco, journal: Journal): OrderOutcome | RefusedOutcome {
  const { side, userId, unitPrice, stopPrice, stopUnitPrice, amount: quantity, expiresAt, at } = command
  const venue = venueOf(state, command.marketId)
  const { market, book, lastPrice: last } = venue
  if (!isOpen(state, venue)) return refused('MARKET_IS_NOT_ACTIVE')
  if (stopUnitPrice % market.tick !== 0n) return refused('UNIT_PRICE_INVALID')
  const misfit = misfitOf({ side, unitPrice, stopPrice, trailingDistance: undefined, amount: quantity }, market)
  if (misfit) return refused(misfit)
  if (isTotalLow({ unitPrice: stopUnitPrice, amount: quantity }, market)) return refused('TOTAL_IS_LOW')
  const wrong = ocoMisfitOf(command, { last, best: bestLevel(sideOf(book, opposite(side)))?.price })
  if (wrong) return refused('OCO_PRICES_INVALID', wrong.marketPrice && { marketPrice: wrong.marketPrice })
  const reference = referenceLeft(command, venue) ?? referenceLeft({ ...command, unitPrice: stopUnitPrice }, venue)
  if (reference !== undefined) return refused('UNIT_PRICE_OUT_OF_BAND', { marketPrice: reference })
  if (expiresAt !== undefined && expiresAt <= at) return refused('EXPIRY_IN_PAST')
  if ((venue.openCounts.get(userId) ?? 0) + 2 > market.openOrdersMax) return refused('TOO_MANY_OPEN_ORDERS')
  const whose = { ownerId: userId, coinId: spentCoin(market, side).id }
  const needOfProfit = holdFor({ side, quantity, unitPrice }, market)
  const need = larger(needOfProfit, holdFor({ side, quantity, unitPrice: stopUnitPrice }, market))
  if (balanceOf(state, whose).available < need) return refused('NOT_ENOUGH_BALANCE')
  if (command.warnsOfPrice && isFarWorse({ side, unitPrice: stopUnitPrice, marketPrice: stopPrice }, market))
    return refused('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', { marketPrice: stopPrice })

  const [id, stopId] = [state.nextOrderId++, state.nextOrderId++]
  const wallet = walletOf(state, whose)
  const terms = { ...PLAIN_TERMS, selfTradePrevention: command.selfTradePrevention, expiresAt }
  const placed: PlaceOrder = { ...command, type: 'placeOrder', terms }
  const profit = newOrder(placed, { id, status: 'IS_OPEN', wallet, linkedOrderId: stopId })
  const placedStop = { ...placed, unitPrice: stopUnitPrice, terms: { ...terms, stopPrice } }
  const stop = newOrder(placedStop, { id: stopId, status: 'PENDING', wallet, linkedOrderId: id })
  const entry = openEntry(state, journal, { kind: 'order', reference: `order:${id}`, at })
  takeHold({ order: profit, entry, journal }, needOfProfit)
  takeHold({ order: stop, entry, journal }, amount(need - needOfProfit))
  addToBook(book, profit, unitPrice)
  addStop(venue.stops, stop)
  for (const order of [profit, stop]) {
    addOpenOrder(state, order)
    journal.orders.add(order)
  }
  return outcomeOf(profit, at)
}
