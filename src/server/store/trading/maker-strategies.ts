import type { Amount, Ppm } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { type BulkInsert, columnsOf, insertRows, readRows, rowAs } from '../rows.ts'

/** How the market maker quotes one market; shares are of the middle price. */
export interface MakerStrategy {
  readonly marketId: number
  readonly enabled: boolean
  /** The distance from the middle to the nearest level of either side, when it is placed. */
  readonly halfSpread: Ppm
  /** The distance between two levels. */
  readonly step: Ppm
  /** Levels per side. */
  readonly levels: number
  /** The value of the nearest level in base units of the market's quote coin; deeper levels are larger. */
  readonly levelWorth: Amount
  /** How long quotes are left alone, unless they must be cancelled. */
  readonly refreshMs: number
  /** The shift of both sides when the inventory is a whole band away from its target. */
  readonly skew: Ppm
  /** The target holding of the base coin, held or free, and the distance from it that counts as a whole band. */
  readonly inventoryTarget: Amount
  readonly inventoryBand: Amount
  /** The loss of a day that switches the maker off, in base units of the market's quote coin. */
  readonly lossMax: Amount
}

/** A stored strategy; its version grows with each change. */
export interface SetStrategy extends MakerStrategy {
  readonly version: number
  /** When the maker was last switched on: earlier losses have had their stop. */
  readonly countedFrom: Date | undefined
}

const STRATEGY = `market_id as "marketId", enabled, half_spread_ppm::bigint as "halfSpread", step_ppm::bigint as step, levels,
  level_worth as "levelWorth", refresh_ms as "refreshMs", skew_ppm::bigint as skew, inventory_target as "inventoryTarget",
  inventory_band as "inventoryBand", loss_max as "lossMax", counted_from as "countedFrom", version`

const STRATEGIES: BulkInsert<MakerStrategy> = {
  table: 'maker_strategies',
  columns: [
    ...columnsOf({
      ...{ marketId: 'smallint', enabled: 'boolean', levels: 'smallint', levelWorth: 'numeric' },
      ...{ refreshMs: 'integer', inventoryTarget: 'numeric', inventoryBand: 'numeric', lossMax: 'numeric' },
    }),
    { name: 'half_spread_ppm', type: 'integer', of: (row) => row.halfSpread },
    { name: 'step_ppm', type: 'integer', of: (row) => row.step },
    { name: 'skew_ppm', type: 'integer', of: (row) => row.skew },
  ],
  onConflict: 'do nothing',
}

/** By market id. */
export async function readStrategies(database: Queryable): Promise<ReadonlyMap<number, SetStrategy>> {
  const rows = await readRows(database, rowAs<SetStrategy>(), `select ${STRATEGY} from maker_strategies`)
  return new Map(rows.map((row) => [row.marketId, row]))
}

/** Writes strategies for markets that have none; existing ones keep the operators' settings. */
export const addStrategies = (database: Queryable, strategies: readonly MakerStrategy[]): Promise<void> =>
  insertRows(database, STRATEGIES, strategies)

export interface MakerSwitch {
  readonly marketIds: readonly number[] | 'all'
  readonly enabled: boolean
  readonly at: Date
  /** The operator who does it; absent if it happens automatically. */
  readonly by?: number | undefined
}

/**
 * The kill switch. Once off, the market maker cancels its quotes in these markets when it next reads its settings, and places none until it
 * is switched on again, even after a restart.
 */
export async function switchMarketMaker(
  database: Queryable,
  { marketIds, enabled, at, by }: MakerSwitch,
): Promise<void> {
  await database.query(
    `update maker_strategies set enabled = $2, counted_from = case when $2 then $3 else counted_from end,
        off_since = case when $2 then null when enabled then $3 else off_since end,
        off_by = case when $2 then null when enabled then $4 else off_by end
      where $1::smallint[] is null or market_id = any($1::smallint[])`,
    [marketIds === 'all' ? null : marketIds, enabled, at, by],
  )
}

/** A market in which the maker is off, as operators read it. */
export interface MakerOff {
  readonly marketId: number
  readonly since: Date
  /** The operator who switched it off; `undefined` for the automatic stop after a day's losses. */
  readonly by: string | undefined
}

/** The markets in which the maker was switched off, longest first; those in which it was never on are not among them. */
export const readMakersOff = (database: Queryable): Promise<MakerOff[]> =>
  readRows(
    database,
    rowAs<MakerOff>(),
    `select s.market_id as "marketId", s.off_since as since, o.operator_name as by from maker_strategies s
      left join users o on o.id = s.off_by where not s.enabled and s.off_since is not null order by s.off_since, s.market_id`,
  )

/** A trade of one user's orders on a book, from this user's side. */
export interface OwnSide {
  readonly id: bigint
  readonly marketId: number
  readonly at: Date
  readonly sells: boolean
  readonly amount: bigint
  readonly value: bigint
}

/** Trades after a number, in their order, up to a limit. */
export function readOwnSides(
  database: Queryable,
  { userId, after, rowsMax }: { userId: number; after: bigint; rowsMax: number },
): Promise<OwnSide[]> {
  return database.query<OwnSide>(
    `select id, market_id as "marketId", at, amount, value, (maker_user_id = $1) = (taker_side = 'BUY') as sells from trades
      where id > $2 and maker_order_id is not null and (maker_user_id = $1 or taker_user_id = $1) order by id limit $3`,
    [userId, after, rowsMax],
  )
}

/** Does not change whether the maker quotes: a new strategy begins switched off. */
export async function saveStrategy(tx: Queryable, strategy: Omit<MakerStrategy, 'enabled'>): Promise<void> {
  await tx.query(
    `insert into maker_strategies (market_id, enabled, half_spread_ppm, step_ppm, levels, level_worth, refresh_ms, skew_ppm,
        inventory_target, inventory_band, loss_max)
      values ($1, false, $2::numeric::integer, $3::numeric::integer, $4, $5, $6, $7::numeric::integer, $8, $9, $10)
      on conflict (market_id) do update set half_spread_ppm = excluded.half_spread_ppm,
        step_ppm = excluded.step_ppm, levels = excluded.levels, level_worth = excluded.level_worth,
        refresh_ms = excluded.refresh_ms, skew_ppm = excluded.skew_ppm, inventory_target = excluded.inventory_target,
        inventory_band = excluded.inventory_band, loss_max = excluded.loss_max, version = maker_strategies.version + 1`,
    [
      ...[
        strategy.marketId,
        strategy.halfSpread,
        strategy.step,
        strategy.levels,
        strategy.levelWorth,
        strategy.refreshMs,
      ],
      ...[strategy.skew, strategy.inventoryTarget, strategy.inventoryBand, strategy.lossMax],
    ],
  )
}
