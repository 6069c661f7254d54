import { mayQuote } from '#domain/maker-bounds.ts'
import type { Market } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Price, ppm } from '#domain/units.ts'
import { indexOf, type Ladder, type LadderSettings, nearestIndex, orderAt, type WantedOrder } from './ladder.ts'
import type { OwnOrder } from './own-orders.ts'

export interface Situation {
  readonly market: Market
  /** The feed's price: no quote crosses it, wherever the maker's own middle is. */
  readonly reference: Price
  readonly middle: Price
  readonly ladder: Ladder
  readonly settings: LadderSettings
  /** The maker's open orders of this market. */
  readonly own: readonly OwnOrder[]
}

export interface Decision {
  readonly cancel: readonly OwnOrder[]
  readonly place: readonly WantedOrder[]
}

/** An order with less than a quarter left is replaced. */
const LEFT_DIVISOR = 4n

/**
 * The orders to cancel and to place for each side. An order is kept while it is at least a quarter of the spread away from the middle, at most one
 * place beyond the last level and within the band around the reference price, so that small price moves change nothing.
 */
export function decideQuotes(situation: Situation): Decision {
  const sides = [decideSide('BUY', situation), decideSide('SELL', situation)]
  return { cancel: sides.flatMap(({ cancel }) => cancel), place: sides.flatMap(({ place }) => place) }
}

function decideSide(side: Side, { market, reference, middle, ladder, settings, own }: Situation): Decision {
  const outwards = side === 'BUY' ? -1 : 1
  const best = nearestIndex(ladder, { side, middle, share: settings.halfSpread })
  const closest = nearestIndex(ladder, { side, middle, share: ppm(settings.halfSpread / 2n) })
  const kept = new Set<number>()
  const cancel = own.filter((order) => {
    if (order.side !== side) return false
    const index = indexOf(ladder, order.unitPrice)
    if (index === undefined || kept.has(index) || order.left * LEFT_DIVISOR < order.amount) return true
    if (!mayQuote(order, reference)) return true
    const isTooClose = (index - closest) * outwards < 0
    const isTooFar = (index - best) * outwards > settings.levels
    if (!isTooClose && !isTooFar) kept.add(index)
    return isTooClose || isTooFar
  })
  const place: WantedOrder[] = []
  for (let depth = 0; depth < settings.levels && kept.size + place.length < settings.levels; depth++) {
    const index = best + depth * outwards
    const wanted = kept.has(index) ? undefined : orderAt({ market, ladder, settings }, { side, index, depth })
    if (wanted && mayQuote(wanted, reference)) place.push(wanted)
  }
  return { cancel, place }
}
