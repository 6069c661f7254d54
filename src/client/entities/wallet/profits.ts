import { decodeAmount } from '#client/lib/decode.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'
import {
  addFill,
  averageBuyPrice,
  percentOfCost,
  profitOfSale,
  type SaleProfit,
  sentPosition,
  wholeUnits,
} from '#domain/position.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price, smaller, ZERO } from '#domain/units.ts'
import { isQuoteUnit, type QuoteUnit } from '../market/quote-unit.ts'
import type { PositionRow } from './positions.queries.ts'
import type { WalletEntry } from './wallets.queries.ts'

interface Scale {
  readonly decimals: number
}

export interface ProfitFacts {
  readonly positions: readonly PositionRow[]
  readonly wallets: readonly Pick<WalletEntry, 'coin' | 'totalBalance'>[]
  readonly scaleOf: (coin: string) => Scale | undefined
  /** The present price of a whole coin in the unit; `undefined` is unknown. */
  readonly priceOf: (coin: string, unit: QuoteUnit) => Price | undefined
}

/** Decimal text in the unit's coin, and in percent of the cost. */
export interface Profit {
  readonly unit: QuoteUnit
  readonly amount: string | undefined
  readonly percent: string | undefined
}

/** The held part of a position. */
export interface Holding extends Profit {
  readonly coin: string
  readonly averageBuyPrice: string
  readonly held: string
  /** More of the coin is held: bought in another unit, or without a price. */
  readonly isPart: boolean
}

export interface UnitProfit {
  readonly unit: QuoteUnit
  /** Of everything held; without a price for one of the coins it is unknown. `undefined` if nothing is held. */
  readonly unrealised: Profit | undefined
  /** Of all sales. */
  readonly realised: string
}

/**
 * The profit if the held coins were sold at the present price, before the fee of that sale. Coins that left without a trade are in the
 * position but not in the balance, and count for nothing.
 */
function saleOfHeld(row: PositionRow, facts: ProfitFacts) {
  const [base, quote] = [facts.scaleOf(row.coin), facts.scaleOf(row.sourceCoin)]
  if (!base || !quote || !isQuoteUnit(row.sourceCoin) || row.averageBuyPrice === null) return undefined
  const text = facts.wallets.find(({ coin }) => coin === row.coin)?.totalBalance ?? '0'
  const balance = decodeAmount(text, base)
  const position = sentPosition({ amount: decodeAmount(row.amount, base), cost: decodeAmount(row.cost, quote) })
  const held = smaller(position.amount, balance)
  if (held === 0n) return undefined
  const unitPrice = facts.priceOf(row.coin, row.sourceCoin)
  const value = unitPrice && wholePrice({ quantity: held, unitPrice, market: { base, quote } }, 'down')
  const sale = value === undefined ? undefined : profitOfSale(position, { amount: held, value, fee: ZERO })
  return {
    ...{ coin: row.coin, unit: row.sourceCoin, averageBuyPrice: row.averageBuyPrice, sale, quote },
    held: formatDecimal(held, base.decimals),
    isPart: held < balance,
  }
}

const shown = (
  sale: Pick<SaleProfit, 'cost' | 'profit'> | undefined,
  unit: QuoteUnit,
  { decimals }: Scale,
): Profit => ({
  unit,
  amount: sale && formatDecimal(wholeUnits(sale.profit), decimals),
  percent: sale && percentOfCost(sale),
})

/** By coin; a coin that was bought in both units is shown in `first`. */
export function holdingsByCoin(facts: ProfitFacts, first: QuoteUnit): ReadonlyMap<string, Holding> {
  const holdings = new Map<string, Holding>()
  for (const row of facts.positions) {
    const part = saleOfHeld(row, facts)
    if (!part || (holdings.has(part.coin) && part.unit !== first)) continue
    const { coin, unit, averageBuyPrice, held, isPart, sale, quote } = part
    holdings.set(coin, { coin, averageBuyPrice, held, isPart, ...shown(sale, unit, quote) })
  }
  return holdings
}

/** The profits in each unit that the user has traded in; nothing is converted from one into the other. */
export function profitsByUnit(facts: ProfitFacts, units: readonly QuoteUnit[]): readonly UnitProfit[] {
  return units.flatMap((unit) => {
    const rows = facts.positions.filter(({ sourceCoin }) => sourceCoin === unit)
    const quote = facts.scaleOf(unit)
    if (rows.length === 0 || !quote) return []
    const parts = rows.flatMap((row) => saleOfHeld(row, facts) ?? [])
    const total = parts.reduce<Pick<SaleProfit, 'cost' | 'profit'> | undefined>(
      (sum, { sale }) => sum && sale && { cost: sum.cost + sale.cost, profit: sum.profit + sale.profit },
      { cost: 0n, profit: 0n },
    )
    const realised = rows.reduce((sum, { realisedProfit }) => sum + signed(realisedProfit, quote), 0n)
    return [
      {
        unit,
        unrealised: parts.length === 0 ? undefined : shown(total, unit, quote),
        realised: formatDecimal(realised, quote.decimals),
      },
    ]
  })
}

export interface CoinProfit {
  readonly coin: string
  readonly unit: QuoteUnit
  /** Decimal text; `undefined` if nothing is held, or the price is unknown. */
  readonly unrealised: string | undefined
  readonly realised: string
}

/** The profits of each coin in each unit that it was traded in. */
export const profitsByCoin = (facts: ProfitFacts): readonly CoinProfit[] =>
  facts.positions.flatMap((row): CoinProfit[] => {
    if (!isQuoteUnit(row.sourceCoin)) return []
    const part = saleOfHeld(row, facts)
    const unrealised = part && shown(part.sale, part.unit, part.quote).amount
    return [{ coin: row.coin, unit: row.sourceCoin, unrealised, realised: row.realisedProfit }]
  })

const signed = (text: string, scale: Scale): bigint =>
  text.startsWith('-') ? -decodeAmount(text.slice(1), scale) : decodeAmount(text, scale)

/** A planned sale: both figures are decimal text, the money after the fee. */
interface PlannedSale {
  readonly amount: string
  readonly received: Amount
}

export interface SaleResult extends Profit {
  /** The part of the amount with a known buy price, if that is not all of it. */
  readonly knownPart: string | undefined
}

/** The profit of a sale against the average; `undefined` if no coin of it has a known buy price. */
export function resultOfSale(
  { amount: text, received }: PlannedSale,
  { row, scaleOf }: { row: PositionRow | undefined; scaleOf: ProfitFacts['scaleOf'] },
): SaleResult | undefined {
  const [base, quote] = [row && scaleOf(row.coin), row && scaleOf(row.sourceCoin)]
  if (!row || !base || !quote || !isQuoteUnit(row.sourceCoin)) return undefined
  const sold = decodeAmount(text, base)
  const position = sentPosition({ amount: decodeAmount(row.amount, base), cost: decodeAmount(row.cost, quote) })
  if (sold === 0n) return undefined
  const sale = profitOfSale(position, { amount: sold, value: received, fee: amount(0n) })
  if (sale.amount === 0n) return undefined
  return {
    ...shown(sale, row.sourceCoin, quote),
    knownPart: sale.amount < sold ? formatDecimal(sale.amount, base.decimals) : undefined,
  }
}

/** A planned purchase: what it costs as decimal text, and the coins with the fee that is taken from them. */
interface PlannedPurchase {
  readonly amount: Amount
  readonly total: string
  readonly fee: Amount
}

/** The average buy price after a purchase, as decimal text. */
export function averageAfterPurchase(
  { amount, total, fee }: PlannedPurchase,
  { row, scaleOf }: { row: PositionRow; scaleOf: ProfitFacts['scaleOf'] },
): string | undefined {
  const [base, quote] = [scaleOf(row.coin), scaleOf(row.sourceCoin)]
  if (!base || !quote) return undefined
  const position = sentPosition({ amount: decodeAmount(row.amount, base), cost: decodeAmount(row.cost, quote) })
  const after = addFill(position, { side: 'BUY', amount, value: decodeAmount(total, quote), fee })
  const average = averageBuyPrice(after, { base, quote })
  return average && formatDecimal(average, PRICE_DECIMALS)
}

/** A profit of the wire with its percent. */
export const profitOnWire = (
  { unit, cost, profit }: { unit: QuoteUnit; cost: string; profit: string },
  quote: Scale,
): Profit => ({
  unit,
  amount: profit,
  percent: percentOfCost({ cost: decodeAmount(cost, quote), profit: signed(profit, quote) }),
})
