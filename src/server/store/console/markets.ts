import type { Market, MarketSettings } from '#domain/market.ts'
import type { Transaction } from '../database.ts'

/** The settings of a market's form. */
export type MarketChange = Omit<MarketSettings, 'active'>

export async function saveMarket(tx: Transaction, { id, ...change }: MarketChange & { id: number }): Promise<void> {
  await tx.query(
    `update markets set tick = $2, min_amount = $3, max_amount = $4, hours = $5::market_hours, protection_band_ppm = $6::numeric::integer,
      force_warning_ppm = $7::numeric::integer, min_total = $8, open_orders_max = $9, limit_price_min_ppm = $10::numeric::integer,
      limit_price_max_ppm = $11::numeric::integer, revision = revision + 1 where id = $1`,
    [
      id,
      change.tick,
      change.minAmount,
      change.maxAmount,
      change.hours,
      change.protectionBand,
      change.forceWarning,
      change.minTotal,
      change.openOrdersMax,
      change.limitPriceMin,
      change.limitPriceMax,
    ],
  )
}

/** Final: nothing makes a market active again. */
export async function endMarket(tx: Transaction, id: number): Promise<void> {
  await tx.query('update markets set active = false, revision = revision + 1 where id = $1', [id])
}

export type NewMarket = MarketChange & Pick<Market, 'symbol' | 'base' | 'quote'>

export async function insertMarket(tx: Transaction, market: NewMarket): Promise<number> {
  const [row] = await tx.query<{ id: number }>('select greatest(max(id), 200) + 1 as id from markets')
  const id = row?.id ?? 201
  await tx.query(
    `insert into markets (id, symbol, base_coin_id, quote_coin_id, tick, min_amount, max_amount, active, hours, protection_band_ppm,
      force_warning_ppm, min_total, open_orders_max, limit_price_min_ppm, limit_price_max_ppm)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8::market_hours, $9::numeric::integer, $10::numeric::integer, $11, $12,
      $13::numeric::integer, $14::numeric::integer)`,
    [
      id,
      market.symbol,
      market.base.id,
      market.quote.id,
      market.tick,
      market.minAmount,
      market.maxAmount,
      market.hours,
      market.protectionBand,
      market.forceWarning,
      market.minTotal,
      market.openOrdersMax,
      market.limitPriceMin,
      market.limitPriceMax,
    ],
  )
  return id
}
