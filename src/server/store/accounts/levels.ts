import { toCount } from '#domain/counts.ts'
import type { AccountLevel, Charges } from '#domain/fee.ts'
import { type Amount, amount, type Ppm, ppm } from '#domain/units.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { Queryable, SqlValue } from '../database.ts'
import { type BulkInsert, bulkInsertSql, bulkValues, columnsOf, readNumbers } from '../rows.ts'
import { MARKET_DAYS, type MarketDay, marketDaysOf, readLastCounted, uncounted } from '../trading/market-days.ts'

export interface LevelRow {
  readonly level: AccountLevel
  /** The volume of three months in whole Toman from which the level applies. */
  readonly volumeFrom: bigint
  /** Whole Toman that may be paid in by card on one day. */
  readonly depositDayMax: bigint
  /** Whole Toman that may be withdrawn within an hour, and within 24 hours. */
  readonly withdrawalHourMax: bigint
  readonly withdrawalDayMax: bigint
  /** The larger of maker and taker, which is the displayed one. */
  readonly fee: Ppm
  readonly maker: Ppm
  readonly taker: Ppm
}

/** By name: VIP_1 first, SUPERVISOR last. */
export async function readLevels(database: Queryable): Promise<LevelRow[]> {
  const rows = await database.query<{
    level: AccountLevel
    volumeFrom: bigint
    depositDayMax: bigint
    withdrawalHourMax: bigint
    withdrawalDayMax: bigint
    rates: readonly [bigint, bigint, bigint]
  }>(
    `select level, volume_from as "volumeFrom", deposit_day_max as "depositDayMax",
      withdrawal_hour_max as "withdrawalHourMax", withdrawal_day_max as "withdrawalDayMax", array[fee_ppm, maker_ppm, taker_ppm]::bigint[] as rates
      from account_levels order by level`,
  )
  return rows.map(({ rates: [fee, maker, taker], ...level }) => {
    return { ...level, fee: ppm(fee), maker: ppm(maker), taker: ppm(taker) }
  })
}

export const CHARGES = 'array[l.taker_ppm, l.maker_ppm, u.invited_by, u.friend_share_ppm] as charges'
export interface ChargesColumn {
  readonly charges: readonly [taker: bigint, maker: bigint, inviterId: bigint | null, friendShare: bigint | null]
}

/** The fee rates of a user, from the rows of the level and of the user. */
export const chargesOf = ({ charges: [taker, maker, inviterId, friendShare] }: ChargesColumn): Charges => ({
  taker: ppm(taker),
  maker: ppm(maker),
  inviterId: inviterId === null ? undefined : toCount(inviterId),
  ...(friendShare !== null && { friendShare: ppm(friendShare) }),
})

export interface TradingTerms {
  readonly authorized: boolean
  readonly supervisor: boolean
  /** By the user's level. */
  readonly charges: Charges
}

/** The terms on which a user trades now; `undefined` for an unknown user. */
export async function readTradingTerms(database: Queryable, userId: number): Promise<TradingTerms | undefined> {
  const [row] = await database.query<{ verification: Verification; level: AccountLevel } & ChargesColumn>(
    `select u.verification, u.level, ${CHARGES}
     from users u join account_levels l on l.level = u.level where u.id = $1`,
    [userId],
  )
  if (!row) return undefined
  return {
    authorized: stageOf(row.verification).authorized,
    supervisor: row.level === 'SUPERVISOR',
    charges: chargesOf(row),
  }
}

/**
 * Gives these users the level for their counted volume since a day, higher or lower. A SUPERVISOR stays one, and a level set by an operator
 * stays. @returns the users whose level changed
 */
export const adjustLevels = (
  database: Queryable,
  { userIds, since }: { userIds: readonly number[]; since: string },
): Promise<number[]> =>
  readNumbers(
    database,
    `with deserved as (
      select users.id, (
        select level from account_levels where level <> 'SUPERVISOR' and volume_from * 10::numeric ^ toman.decimals <= coalesce(
          (select sum(volume) from trade_volumes where user_id = users.id and day >= $1::date), 0)
        order by volume_from desc, level desc limit 1
      ) as level
      from users cross join (select decimals from coins where symbol = 'TOMAN') as toman
      where users.level <> 'SUPERVISOR' and not users.level_set_by_hand and users.id = any($2::bigint[])
    )
    update users set level = deserved.level from deserved
    where users.id = deserved.id and users.level <> deserved.level returning users.id`,
    [since, userIds],
  )

/** The next users by id, from all users. */
export const readUserIds = (
  database: Queryable,
  { after, rowsMax }: { after: number; rowsMax: number },
): Promise<number[]> =>
  readNumbers(database, 'select id from users where id > $1 order by id limit $2', [after, rowsMax])

/** Trades per statement, few enough that no order waits for it. */
const TRADES_MAX = 500

/**
 * Adds the trades since the last counted one, up to `upTo`, to the volumes of their parties, the days of their markets and the income of
 * inviters: each exactly once, even if two processes count at the same time. This covers trades that nobody has followed: those from before
 * a start, and gaps in the commits. `addTradeSums` adds the sums of followed trades. @returns the users whose volumes changed, and whether
 * there is more to count
 */
export async function countTrades(
  database: Queryable,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<{ userIds: number[]; isMore: boolean }> {
  const rows = await database.query<{ user_ids: bigint[]; trades: bigint }>(
    `with counted as materialized (
      select last_trade_id from counted_trades where id = 1 for update
    ), fresh as materialized (
      select * from trades where id > (select last_trade_id from counted) and id <= $1 order by id limit ${TRADES_MAX}
    ), ${tradeSides('select * from fresh')}, added as (
      insert into trade_volumes (user_id, day, volume)
      select user_id, (at at time zone 'UTC')::date, sum(worth) from sides group by 1, 2
      on conflict (user_id, day) do update set volume = trade_volumes.volume + excluded.volume
      returning user_id
    ), into_days as (
      insert into ${MARKET_DAYS.table} (${MARKET_DAYS.columns.map(({ name }) => name)}) ${marketDaysOf('select * from fresh')}
      on conflict ${MARKET_DAYS.onConflict}
    ), into_rewards as (
      insert into reward_totals as kept (inviter_id, value_in_toman)
      select inviter_id, sum(value_in_toman) from referral_rewards
      where trade_id in (select id from fresh) and value_in_toman is not null group by inviter_id
      on conflict (inviter_id) do update set value_in_toman = kept.value_in_toman + excluded.value_in_toman
    ), into_invitees as (
      insert into invitee_totals as kept (invitee_id, value_in_toman, friend_value_in_toman)
      select invitee_id, coalesce(sum(value_in_toman), 0), coalesce(sum(friend_value_in_toman), 0) from referral_rewards
      where trade_id in (select id from fresh) group by invitee_id
      on conflict (invitee_id) do update set value_in_toman = kept.value_in_toman + excluded.value_in_toman,
        friend_value_in_toman = kept.friend_value_in_toman + excluded.friend_value_in_toman
    ), moved as (
      update counted_trades set last_trade_id = (select max(id) from fresh) where id = 1 and exists (select from fresh)
    )
    select coalesce(array_agg(distinct user_id), '{}') as user_ids, (select count(*) from fresh) as trades from added`,
    [upTo],
  )
  const [row] = rows
  return { userIds: (row?.user_ids ?? []).map(toCount), isMore: toCount(row?.trades ?? 0n) === TRADES_MAX }
}

/** A user's traded volume since a day, as taker and maker, in Toman's base units, including trades that are not counted yet. */
export async function readTradeVolume(
  database: Queryable,
  { userId, since }: { userId: number; since: string },
): Promise<{ readonly volume: Amount; readonly decimals: number }> {
  const [row] = await database.query<{ decimals: number; volume: bigint }>(
    `with ${tradeSides(`
      select * from trades where ${uncounted('id', '$3')} and $1 in (taker_user_id, maker_user_id)`)}
    select decimals, (
      select coalesce(sum(volume), 0) from trade_volumes where user_id = $1 and day >= $2::date
    ) + (
      select coalesce(sum(worth), 0) from sides where user_id = $1 and (at at time zone 'UTC')::date >= $2::date
    ) as volume from coins where symbol = 'TOMAN'`,
    [userId, since, await readLastCounted(database)],
  )
  return row ? { volume: amount(row.volume), decimals: row.decimals } : { volume: amount(0n), decimals: 0 }
}

/**
 * SQL for the value of uncounted trades to each of their parties: `user_id`, `at`, and `worth` in Toman's base units, at the price of the
 * time. A trade without a known price counts as zero. The operator's accounts are not parties. @param trades a query that returns rows of
 * the table trades
 */
const tradeSides = (trades: string) => `
  worths as (
    select t.taker_user_id, t.maker_user_id, t.maker_order_id, t.at,
      case when quote.symbol = 'TOMAN' then t.value
        else coalesce(div(t.value * t.quote_in_toman * 10::numeric ^ toman.decimals, 10::numeric ^ (8 + quote.decimals)), 0)
      end as worth
    from (${trades}) as t join markets on markets.id = t.market_id join coins as quote on quote.id = markets.quote_coin_id
      join coins as toman on toman.symbol = 'TOMAN'
  ), sides as (
    select taker_user_id as user_id, at, worth from worths where taker_user_id > 0
    union all
    select maker_user_id, at, worth from worths where maker_user_id > 0 and maker_order_id is not null
  )`

/** The additions of consecutive trades to all sums of trades. Values are in Toman's base units. */
export interface TradeSumRows {
  /** The trade before the first of them, and the last of them. */
  readonly after: number
  readonly upTo: number
  /** By day of UTC. */
  readonly volumes: readonly { readonly userId: number; readonly day: string; readonly volume: bigint }[]
  readonly marketDays: readonly MarketDay[]
  readonly inviters: readonly { readonly userId: number; readonly worth: bigint }[]
  readonly invitees: readonly { readonly userId: number; readonly worth: bigint; readonly friendWorth: bigint }[]
}

const VOLUMES: BulkInsert<TradeSumRows['volumes'][number]> = {
  table: 'trade_volumes as kept',
  columns: columnsOf({ userId: 'bigint', day: 'date', volume: 'numeric' }),
  onConflict: '(user_id, day) do update set volume = kept.volume + excluded.volume',
}

const INVITERS: BulkInsert<TradeSumRows['inviters'][number]> = {
  table: 'reward_totals as kept',
  columns: [
    { name: 'inviter_id', type: 'bigint', of: (row) => row.userId },
    { name: 'value_in_toman', type: 'numeric', of: (row) => row.worth },
  ],
  onConflict: '(inviter_id) do update set value_in_toman = kept.value_in_toman + excluded.value_in_toman',
}

const INVITEES: BulkInsert<TradeSumRows['invitees'][number]> = {
  table: 'invitee_totals as kept',
  columns: [
    { name: 'invitee_id', type: 'bigint', of: (row) => row.userId },
    { name: 'value_in_toman', type: 'numeric', of: (row) => row.worth },
    { name: 'friend_value_in_toman', type: 'numeric', of: (row) => row.friendWorth },
  ],
  onConflict: `(invitee_id) do update set value_in_toman = kept.value_in_toman + excluded.value_in_toman,
    friend_value_in_toman = kept.friend_value_in_toman + excluded.friend_value_in_toman`,
}

/**
 * Adds the sums of followed trades and advances the mark past them, in one statement. It adds all of them if the mark is just before the
 * first, else nothing, since another process has counted them or they were written already. @returns whether they were added
 */
export async function addTradeSums(database: Queryable, sums: TradeSumRows): Promise<boolean> {
  const values: SqlValue[] = [sums.after, sums.upTo]
  const into = <Row>(name: string, insert: BulkInsert<Row>, rows: readonly Row[]) => {
    const sql = bulkInsertSql(insert, { firstParameter: values.length + 1, guard: 'exists (select 1 from moved)' })
    values.push(...bulkValues(insert, rows))
    return `into_${name} as (${sql})`
  }
  const ctes = [
    `moved as (update counted_trades set last_trade_id = $2::bigint where id = 1 and last_trade_id = $1::bigint returning id)`,
    into('volumes', VOLUMES, sums.volumes),
    into('days', MARKET_DAYS, sums.marketDays),
    into('inviters', INVITERS, sums.inviters),
    into('invitees', INVITEES, sums.invitees),
  ]
  const [row] = await database.query<{ moved: number }>(
    `with ${ctes.join(', ')} select count(*)::integer as moved from moved`,
    values,
  )
  return row?.moved === 1
}

export interface LevelChange {
  readonly level: AccountLevel
  readonly volumeFrom: bigint
  readonly depositDayMax: bigint
  readonly withdrawalHourMax: bigint
  readonly withdrawalDayMax: bigint
  readonly maker: Ppm
  readonly taker: Ppm
}

export async function saveLevelSettings(
  tx: Queryable,
  { level, volumeFrom, depositDayMax, withdrawalHourMax, withdrawalDayMax, maker, taker }: LevelChange,
): Promise<void> {
  await tx.query(
    `update account_levels set volume_from = $2, deposit_day_max = $5, withdrawal_hour_max = $6, withdrawal_day_max = $7,
      maker_ppm = $3::numeric::integer, taker_ppm = $4::numeric::integer,
      fee_ppm = greatest($3::numeric::integer, $4::numeric::integer) where level = $1::account_level`,
    [level, volumeFrom, maker, taker, depositDayMax, withdrawalHourMax, withdrawalDayMax],
  )
}
