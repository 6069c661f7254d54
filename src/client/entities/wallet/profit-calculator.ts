import { powerOfTen } from '#domain/decimal.ts'
import { feeOn } from '#domain/fee.ts'
import { UNIT_PRICE_MAX, wholePrice } from '#domain/market.ts'
import { type Amount, amount, type Ppm, type Price, price, ZERO } from '#domain/units.ts'

interface Scale {
  readonly decimals: number
}

/** A purchase and the terms of its sale. */
export interface Plan {
  readonly amount: Amount
  readonly buyPrice: Price
  /** The buy price is an average that includes the fee, so that all of the amount is there to be sold. */
  readonly feeIncluded: boolean
  /** Of an order that trades at once, for the purchase and for the sale. */
  readonly rate: Ppm
  readonly market: { readonly base: Scale; readonly quote: Scale; readonly tick: Price }
}

/** In base units: of the base coin for `buyFee` and `sold`, of the quote coin for the others. */
export interface PlannedResult {
  readonly cost: Amount
  readonly buyFee: Amount
  readonly sold: Amount
  readonly sellFee: Amount
  readonly received: Amount
  /** Negative for a loss. */
  readonly profit: bigint
}

/** The result of buying at the plan's price and selling all of it at another, each in one trade, to the unit. */
export function resultAt(plan: Plan, sellPrice: Price): PlannedResult {
  const { amount: bought, buyPrice, feeIncluded, rate, market } = plan
  const cost = wholePrice({ quantity: bought, unitPrice: buyPrice, market }, 'down')
  const buyFee = feeIncluded ? ZERO : feeOn(bought, rate)
  const sold = amount(bought - buyFee)
  const value = wholePrice({ quantity: sold, unitPrice: sellPrice, market }, 'down')
  const sellFee = feeOn(value, rate)
  const received = amount(value - sellFee)
  return { cost, buyFee, sold, sellFee, received, profit: received - cost }
}

/** Hundredths of a percent in a whole. */
const WHOLE = powerOfTen(4)

/**
 * The lowest price of the market at which a sale brings this profit in percent of the cost, given in hundredths of a percent; zero is the
 * break-even price. `undefined` if no price of a market does.
 */
export function lowestPriceFor(plan: Plan, hundredths: bigint): Price | undefined {
  const { tick } = plan.market
  const priceOf = (steps: bigint) => price(steps * tick)
  const isEnough = (steps: bigint) => {
    const { cost, profit } = resultAt(plan, priceOf(steps))
    return profit * WHOLE >= cost * hundredths
  }
  let tooFew = 0n
  let enough = UNIT_PRICE_MAX / tick
  if (enough === 0n || !isEnough(enough)) return undefined
  while (enough - tooFew > 1n) {
    const middle = (enough + tooFew) / 2n
    if (isEnough(middle)) enough = middle
    else tooFew = middle
  }
  return priceOf(enough)
}
