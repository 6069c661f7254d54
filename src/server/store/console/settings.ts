import type { AccountLevel } from '#domain/fee.ts'
import type { Market, MarketSettings } from '#domain/market.ts'
import type { Ppm } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import type { MakerStrategy } from '../trading/maker-strategies.ts'

/** The settings of a market's form. */
export type MarketChange = Omit<MarketSettings, 'active'>

/** Locks the settings of coins, markets and levels, so that changes run one after the other. */
export const lockSettings = (tx: Transaction): Promise<unknown> =>
  tx.query('lock table coins, markets, account_levels, holidays, maker_strategies in share row exclusive mode')

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

export interface LevelChange {
  readonly level: AccountLevel
  readonly volumeFrom: bigint
  readonly maker: Ppm
  readonly taker: Ppm
}

export async function saveLevelSettings(
  tx: Transaction,
  { level, volumeFrom, maker, taker }: LevelChange,
): Promise<void> {
  await tx.query(
    `update account_levels set volume_from = $2, maker_ppm = $3::numeric::integer, taker_ppm = $4::numeric::integer,
      fee_ppm = greatest($3::numeric::integer, $4::numeric::integer) where level = $1::account_level`,
    [level, volumeFrom, maker, taker],
  )
}

/** Does not change whether the maker quotes: a new strategy begins switched off. */
export async function saveStrategy(tx: Transaction, strategy: Omit<MakerStrategy, 'enabled'>): Promise<void> {
  await tx.query(
    `insert into maker_strategies (market_id, enabled, half_spread_ppm, step_ppm, levels, level_worth, refresh_ms, skew_ppm,
        inventory_target, inventory_band, loss_max)
      values ($1, false, $2::numeric::integer, $3::numeric::integer, $4, $5, $6, $7::numeric::integer, $8, $9, $10)
      on conflict (market_id) do update set half_spread_ppm = excluded.half_spread_ppm,
        step_ppm = excluded.step_ppm, levels = excluded.levels, level_worth = excluded.level_worth,
        refresh_ms = excluded.refresh_ms, skew_ppm = excluded.skew_ppm, inventory_target = excluded.inventory_target,
        inventory_band = excluded.inventory_band, loss_max = excluded.loss_max, version = maker_strategies.version + 1`,
    [
      strategy.marketId,
      strategy.halfSpread,
      strategy.step,
      strategy.levels,
      strategy.levelWorth,
      strategy.refreshMs,
      strategy.skew,
      strategy.inventoryTarget,
      strategy.inventoryBand,
      strategy.lossMax,
    ],
  )
}

/** @param day "14050112". @returns false if it was a holiday with this name already */
export async function addHoliday(
  tx: Transaction,
  { day, name }: { day: string; name: string | undefined },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into holidays (day, name) values ($1, $2) on conflict (day) do update set name = excluded.name
      where holidays.name is distinct from excluded.name returning day`,
    [day, name ?? null],
  )
  return rows.length > 0
}

/** @returns whether it was a holiday */
export async function removeHoliday(tx: Transaction, day: string): Promise<boolean> {
  return (await tx.query('delete from holidays where day = $1 returning day', [day])).length > 0
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

/** The holiday on this day, with its name if it has one. */
export async function findHoliday(
  tx: Transaction,
  day: string,
): Promise<{ readonly name: string | undefined } | undefined> {
  const [row] = await tx.query<{ name: string | null }>('select name from holidays where day = $1', [day])
  return row && { name: row.name ?? undefined }
}

/** Holidays from this day on, as dates of the Jalali calendar. */
export async function readHolidaysFrom(
  database: Queryable,
  day: string,
): Promise<{ readonly day: string; readonly name: string | null }[]> {
  return database.query<{ day: string; name: string | null }>(
    'select day, name from holidays where day >= $1 order by day limit 500',
    [day],
  )
}
