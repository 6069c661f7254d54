import { type Price, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { readRows } from '../rows.ts'
import { CANDLE_WIDTHS } from './candles.ts'

/** A market at an instant. */
export interface CloseWanted {
  readonly marketId: number
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface Close extends CloseWanted {
  readonly price: Price
}

/**
 * The last price of each market at each instant: the close of the newest bar that had ended by then and is not older than `ageMsMax`.
 * Without such a bar there is no row. Bars of each kind are searched by themselves, so that each search reads one entry of the index.
 */
export const readCloses = (
  database: Queryable,
  { wanted, ageMsMax }: { wanted: readonly CloseWanted[]; ageMsMax: number },
): Promise<Close[]> =>
  readRows(
    database,
    ({ market_id, at, close }: { market_id: number; at: Date; close: bigint }): Close => ({
      marketId: market_id,
      at: at.getTime(),
      price: price(close),
    }),
    `select wanted.market_id, wanted.at, newest.close
      from unnest($1::smallint[], $2::timestamptz[]) as wanted (market_id, at) cross join lateral (
        select of_kind.close from unnest($3::integer[]) as width (seconds) cross join unnest(array[false, true]) as kind (sandbox)
          cross join lateral (
            select close, opens_at + make_interval(secs => width.seconds) as ends_at from candles
            where market_id = wanted.market_id and width_seconds = width.seconds and sandbox = kind.sandbox
              and opens_at <= wanted.at - make_interval(secs => width.seconds)
              and opens_at >= wanted.at - make_interval(secs => $4)
            order by opens_at desc limit 1
          ) as of_kind
        order by ends_at desc, kind.sandbox limit 1
      ) as newest`,
    [wanted.map(({ marketId }) => marketId), wanted.map(({ at }) => new Date(at)), CANDLE_WIDTHS, ageMsMax / 1_000],
  )
