import type * as z from 'zod/mini'
import type { Trade } from '#contract/orders.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { type OwnTradeRow, readTrades } from '../store/trading/read-trades.ts'
import { marketOf } from './market-of.ts'
import { orderTypeOf } from './order-on-wire.ts'
import type { Trading } from './trading.ts'

type TradeOnWire = z.input<typeof Trade>

export interface TradesAsked {
  readonly place: 'EXCHANGE' | 'P2P' | undefined
  /** What was traded. */
  readonly coin: string | undefined
  readonly size: number
  readonly page: number
}

/** The caller's own side of his trades, newest first. */
export async function listTrades(
  { database, catalogue }: Trading,
  userId: number,
  { place, coin, size, page }: TradesAsked,
): Promise<{ content: TradeOnWire[]; totalPages: number }> {
  const marketIds =
    coin === undefined ? undefined : catalogue.markets.filter(({ base }) => base.symbol === coin).map(({ id }) => id)
  const { rows, totalPages } = await readTrades(database, { userId, place, marketIds, page, size })
  return { content: rows.map((row) => tradeOnWire(row, catalogue)), totalPages }
}

function tradeOnWire(row: OwnTradeRow, catalogue: Trading['catalogue']): TradeOnWire {
  const market = marketOf(catalogue, row.marketId)
  const received = row.side === 'BUY' ? market.base : market.quote
  return {
    id: String(row.id),
    orderType: orderTypeOf(row),
    marketType: market.symbol,
    sourceCoin: market.quote.symbol,
    destinationCoin: market.base.symbol,
    unitPrice: formatDecimal(row.unitPrice, PRICE_DECIMALS),
    amount: formatDecimal(row.amount, market.base.decimals),
    wholePrice: formatDecimal(row.value, market.quote.decimals),
    wage: formatDecimal(row.fee, received.decimals),
    createdAtDateTime: new Date(row.at).toISOString(),
  }
}
