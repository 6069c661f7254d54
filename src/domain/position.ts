import { divide, formatDecimal, powerOfTen } from './decimal.ts'
import type { Side } from './order.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price, price, smaller, ZERO } from './units.ts'

/**
 * Millionths of a base unit of the quote coin, the scale of costs and profits. Each sale of a part rounds the cost of that part by less
 * than one of them, so that even a hundred thousand sales move it by less than a base unit.
 */
export type Micro = bigint

const MICRO = 1_000_000n
const MICRO_DECIMALS = 6

/**
 * The coins that a user bought in a market and has not sold there, at their weighted average cost. Coins that came in another way, as by a
 * deposit or a reward, have no price and are not part of it.
 */
export interface Position {
  readonly amount: Amount
  /** The price paid for the amount. */
  readonly cost: Micro
  /** The profit of all sales so far; negative for a loss. */
  readonly realised: Micro
}

export const NO_POSITION: Position = { amount: ZERO, cost: 0n, realised: 0n }

/** One party's part of a trade. The fee is in the coin that the party receives: the base coin of a buy, the quote coin of a sale. */
export interface Fill {
  readonly side: Side
  readonly amount: Amount
  /** In quote coins, before the fee. */
  readonly value: Amount
  readonly fee: Amount
}

/** The proceeds of a sale beyond the average cost of its coins. */
export interface SaleProfit {
  /** The part of the amount that was bought at a known price. */
  readonly amount: Amount
  readonly cost: Micro
  /** Negative for a loss. */
  readonly profit: Micro
}

/**
 * The position after a buy or a sale. A buy adds what was paid, and the coins that were left after the fee. A sale takes coins out at the
 * average cost, so that the average stays; the last sale takes all of the remaining cost, and the next buy begins anew.
 */
export function addFill(position: Position, fill: Fill): Position {
  if (fill.side === 'SELL') {
    const sale = profitOfSale(position, fill)
    return {
      amount: amount(position.amount - sale.amount),
      cost: position.cost - sale.cost,
      realised: position.realised + sale.profit,
    }
  }
  const held = amount(position.amount + fill.amount - fill.fee)
  const paid = fill.value * MICRO
  // A fee that takes all of the coins leaves nothing that the payment could be the cost of.
  if (held === 0n) return { ...position, realised: position.realised - paid }
  return { ...position, amount: held, cost: position.cost + paid }
}

/**
 * The profit of a sale. Coins with a known price are sold first; the proceeds of any beyond them count for nothing. The cost that leaves is
 * rounded down, and so are the proceeds of a part, each by less than a millionth of a base unit.
 */
export function profitOfSale({ amount: held, cost }: Position, sale: Omit<Fill, 'side'>): SaleProfit {
  const sold = smaller(held, sale.amount)
  if (sold === 0n) return { amount: sold, cost: 0n, profit: 0n }
  const proceeds = divide((sale.value - sale.fee) * MICRO * sold, sale.amount, 'down')
  const costOfSold = divide(cost * sold, held, 'down')
  return { amount: sold, cost: costOfSold, profit: proceeds - costOfSold }
}

type Scales = { readonly base: { readonly decimals: number }; readonly quote: { readonly decimals: number } }

/** Quote coins per whole coin, to the nearest step of the scale of prices; `undefined` without coins. */
export function averageBuyPrice({ amount: held, cost }: Position, { base, quote }: Scales): Price | undefined {
  if (held === 0n) return undefined
  const dividend = cost * powerOfTen(base.decimals + PRICE_DECIMALS)
  const divisor = held * powerOfTen(quote.decimals + MICRO_DECIMALS)
  return price((2n * dividend + divisor) / (2n * divisor))
}

/** To the nearest base unit of the quote coin, a half away from zero. */
export function wholeUnits(micro: Micro): bigint {
  const size = micro < 0n ? -micro : micro
  const units = (size + MICRO / 2n) / MICRO
  return micro < 0n ? -units : units
}

/** A position as it is sent to screens, with its cost in whole units. */
export const sentPosition = (sent: { readonly amount: Amount; readonly cost: Amount }): Position => ({
  amount: sent.amount,
  cost: sent.cost * MICRO,
  realised: 0n,
})

/** A profit in percent of the cost with two decimals, rounded to the nearest; `undefined` without a cost. */
export function percentOfCost({ cost, profit }: Pick<SaleProfit, 'cost' | 'profit'>): string | undefined {
  if (cost === 0n) return undefined
  const size = profit < 0n ? -profit : profit
  const percent = (20_000n * size + cost) / (2n * cost)
  return formatDecimal(profit < 0n ? -percent : percent, 2)
}
