import type { Market } from '#domain/market.ts'
import type { EngineRefusal, PlaceOco } from '#server/engine/commands.ts'
import { isFurtherThan, isOnEdge, worthOf } from './figures.ts'
import { arrive } from './naive-book.ts'
import { isBeyondBand } from './naive-orders.ts'
import { type Answer, answerOf, blockedTogether, type NaiveOrder, type NaiveState, priceOf } from './naive-state.ts'

/**
 * Writes down two orders at once, a limit order and a stop, each of which names the other. They lie on the two sides of the market, so that
 * neither does anything yet. Checks prices, amount, both totals, the sides, both limits' band, expiry, open orders, balance, warning.
 */
export function placeOco(state: NaiveState, command: PlaceOco, market: Market): Answer {
  const { userId, side, amount, unitPrice, stopPrice, stopUnitPrice, expiresAt, referencePrice } = command
  const refused = (code: EngineRefusal, marketPrice?: bigint): Answer => {
    state.note(`an OCO order is refused with ${code}`)
    return { kind: 'refused', code, ...(marketPrice !== undefined && { marketPrice }) }
  }
  if (unitPrice % market.tick > 0n || stopUnitPrice % market.tick > 0n) return refused('UNIT_PRICE_INVALID')
  if (stopPrice % market.tick > 0n) return refused('STOP_PRICE_INVALID')
  if (amount < market.minAmount) return refused('AMOUNT_IS_LOW')
  if (amount > market.maxAmount) return refused('AMOUNT_IS_HIGH')
  if ([unitPrice, stopUnitPrice].some((limit) => worthOf(amount, limit, market) < market.minTotal))
    return refused('TOTAL_IS_LOW')
  const wrong = wrongSideOf(state, command, market)
  if (wrong) return refused('OCO_PRICES_INVALID', wrong.marketPrice)
  if ([unitPrice, stopUnitPrice].some((limit) => isBeyondBand(state, { unitPrice: limit, referencePrice }, market)))
    return refused('UNIT_PRICE_OUT_OF_BAND', referencePrice)
  if (expiresAt !== undefined && expiresAt <= command.at) return refused('EXPIRY_IN_PAST')
  const own = state.standing().filter((each) => each.userId === userId && each.market.id === market.id)
  if (own.length + 2 > market.openOrdersMax) return refused('TOO_MANY_OPEN_ORDERS')

  const [first, second] = twoOrders(state, command, market)
  const { id: coinId } = side === 'BUY' ? market.quote : market.base
  if (state.free(userId, coinId) < blockedTogether(first, second, coinId)) return refused('NOT_ENOUGH_BALANCE')
  if (side === 'BUY' && stopUnitPrice > unitPrice) state.note('the need of an OCO order is that of its BUY stop')
  const gap = { side, price: stopUnitPrice, from: stopPrice }
  if (isOnEdge(market.forceWarning, gap)) state.note('the limit of a stop is on the edge of the warning')
  if (command.warnsOfPrice && isFurtherThan(market.forceWarning, gap))
    return refused('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', stopPrice)
  for (const order of [first, second]) {
    state.orders.push(order)
    arrive(state, order)
  }
  state.note(`an OCO order: ${side}`)
  return answerOf(first, command.at)
}

/** A seller wants more than the market pays and fears that it falls; a buyer wants less and fears that it rises. */
function wrongSideOf(
  state: NaiveState,
  { side, unitPrice, stopPrice }: PlaceOco,
  { id }: Market,
): { marketPrice: bigint | undefined } | undefined {
  const isAbove = (higher: bigint, lower: bigint) => higher > lower
  const [best] = state.queue(id, side === 'SELL' ? 'BUY' : 'SELL')
  const last = state.lastPrices.get(id)
  const isBetter = (mine: bigint, theirs: bigint) => (side === 'SELL' ? isAbove(mine, theirs) : isAbove(theirs, mine))
  if (last !== undefined && !isBetter(unitPrice, last)) return { marketPrice: last }
  if (best && !isBetter(unitPrice, priceOf(best))) {
    state.note('an OCO order would trade at once')
    return { marketPrice: priceOf(best) }
  }
  if (last === undefined) return isBetter(unitPrice, stopPrice) ? undefined : { marketPrice: undefined }
  return isBetter(last, stopPrice) ? undefined : { marketPrice: last }
}

function twoOrders(state: NaiveState, command: PlaceOco, market: Market): [NaiveOrder, NaiveOrder] {
  const { userId, side, amount, charges, unitPrice, stopPrice, stopUnitPrice, expiresAt, selfTradePrevention } = command
  const id = state.orders.length + 1
  const both = { userId, market, side, amount, charges, executed: 0n, executedValue: 0n, wage: 0n, arrival: 0 }
  const rules = { trailingDistance: undefined, timeInForce: 'GTC', postOnly: false } as const
  const terms = { ...rules, selfTradePrevention, expiresAt }
  return [
    {
      ...{ ...both, id, partnerId: id + 1, kind: 'LIMITED', status: 'IS_OPEN' },
      ...{ limit: unitPrice, heldAt: unitPrice, terms: { ...terms, stopPrice: undefined } },
    },
    {
      ...{ ...both, id: id + 1, partnerId: id, kind: 'STOP_LIMIT', status: 'PENDING' },
      ...{ limit: stopUnitPrice, heldAt: stopUnitPrice, terms: { ...terms, stopPrice } },
    },
  ]
}
