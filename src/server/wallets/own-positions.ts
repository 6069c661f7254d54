import type * as z from 'zod/mini'
import type { Reply } from '#contract/endpoint.ts'
import type { getOrderProfit, PositionEntry } from '#contract/positions.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import {
  addFill,
  averageBuyPrice,
  NO_POSITION,
  type Position,
  profitOfSale,
  type SaleProfit,
  wholeUnits,
} from '#domain/position.ts'
import { amount, PRICE_DECIMALS, ZERO } from '#domain/units.ts'
import type { Queryable } from '../store/database.ts'
import { readOrder } from '../store/trading/orders.ts'
import {
  type CountedPositions,
  type OwnFill,
  readCountedPositions,
  readOwnFills,
  readSaleProfit,
  savePositions,
} from '../store/wallets/positions.ts'
import type { WalletServices } from './wallets.ts'

/** Trades per query, few enough that no order waits for it. */
const ROWS_MAX = 500
/** Fewer new trades than this are counted again with each read, so that most reads write nothing. */
const SAVED_FROM = 100

/**
 * A user's positions after the newest committed trade, by the market's id. They are counted when they are asked for: trades of users that
 * never ask, among them the market maker, cost nothing, and no answer lags behind a trade. The counted part is saved, so that a long
 * history is read once.
 */
export async function countPositions(
  database: Queryable,
  { userId, savedFrom = SAVED_FROM, rowsMax = ROWS_MAX }: { userId: number; savedFrom?: number; rowsMax?: number },
): Promise<ReadonlyMap<number, Position>> {
  for (;;) {
    const counted = await readCountedPositions(database, userId)
    const fills = await readOwnFills(database, { userId, after: counted.upTo, rowsMax })
    const { upTo, positions, sales } = addFills(counted, fills)
    if (fills.length < Math.min(savedFrom, rowsMax)) return positions
    await savePositions(database, {
      ...{ userId, after: counted.upTo, upTo },
      positions: [...positions].map(([marketId, position]) => ({ marketId, ...position })),
      sales: [...sales].map(([orderId, sale]) => ({ orderId, ...sale })),
    })
  }
}

/**
 * The profit of one order's sales against the average cost at their times; `undefined` if it sold no coins with a known price, or is
 * another user's.
 */
export async function countOrderProfit(
  database: Queryable,
  whose: { userId: number; orderId: number },
): Promise<SaleProfit | undefined> {
  await countPositions(database, { userId: whose.userId, savedFrom: 1 })
  return readSaleProfit(database, whose)
}

function addFills(counted: CountedPositions, fills: readonly OwnFill[]) {
  const positions = new Map(counted.positions)
  const sales = new Map<number, SaleProfit>()
  for (const fill of fills) {
    const before = positions.get(fill.marketId) ?? NO_POSITION
    if (fill.side === 'SELL') addSale(sales, fill.orderId, profitOfSale(before, fill))
    positions.set(fill.marketId, addFill(before, fill))
  }
  return { upTo: fills.at(-1)?.tradeId ?? counted.upTo, positions, sales }
}

/** Adds a part of an order's sale. Coins without a known price make no profit. */
function addSale(sales: Map<number, SaleProfit>, orderId: number, sale: SaleProfit): void {
  if (sale.amount === 0n) return
  const { amount: sold, cost, profit } = sales.get(orderId) ?? { amount: ZERO, cost: 0n, profit: 0n }
  sales.set(orderId, { amount: amount(sold + sale.amount), cost: cost + sale.cost, profit: profit + sale.profit })
}

/** The user's positions in the order of the markets. */
export async function listPositions(
  { database, catalogue }: Pick<WalletServices, 'database' | 'catalogue'>,
  userId: number,
): Promise<z.input<typeof PositionEntry>[]> {
  const positions = await countPositions(database, { userId })
  return catalogue.markets.flatMap((market) => {
    const position = positions.get(market.id)
    return position ? [positionOnWire(position, market)] : []
  })
}

function positionOnWire(position: Position, { base, quote }: Market): z.input<typeof PositionEntry> {
  const average = averageBuyPrice(position, { base, quote })
  return {
    coin: base.symbol,
    sourceCoin: quote.symbol,
    amount: formatDecimal(position.amount, base.decimals),
    averageBuyPrice: average === undefined ? null : formatDecimal(average, PRICE_DECIMALS),
    cost: formatDecimal(wholeUnits(position.cost), quote.decimals),
    realisedProfit: formatDecimal(wholeUnits(position.realised), quote.decimals),
  }
}

/** Null for an order that sold nothing with a known price, as for an order of somebody else. */
export async function findOrderProfit(
  { database, catalogue }: Pick<WalletServices, 'database' | 'catalogue'>,
  { userId, orderId }: { userId: number; orderId: string },
): Promise<Reply<typeof getOrderProfit>['baseDTO']> {
  const order = await readOrder(database, { userId, orderId: readId(orderId) })
  const market = catalogue.markets.find(({ id }) => id === order?.marketId)
  const sale = order && (await countOrderProfit(database, { userId, orderId: order.id }))
  if (!market || !sale) return null
  const { base, quote } = market
  return {
    amount: formatDecimal(sale.amount, base.decimals),
    cost: formatDecimal(wholeUnits(sale.cost), quote.decimals),
    profit: formatDecimal(wholeUnits(sale.profit), quote.decimals),
  }
}
