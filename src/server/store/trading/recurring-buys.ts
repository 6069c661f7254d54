import type { PageOf } from '#domain/page.ts'
import {
  CALENDARS,
  type Calendar,
  type RecurringBuyOutcome,
  type RecurringBuyReason,
  type RecurringBuyState,
  type Rhythm,
  WEEKDAYS,
} from '#domain/recurring-buy.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type Paged, readPage } from '../page.ts'
import { findNumber, findRow, hasRows, insertReturning, type Row, readRows, rowAs, updateRows } from '../rows.ts'

/** The user's choices. */
export interface PlanTerms {
  readonly marketId: number
  /** In the quote coin. */
  readonly total: Amount
  readonly ceiling: Price | undefined
  readonly rhythm: Rhythm
}

/** When the next purchase is due and when it is tried. */
export interface PlanTimes {
  readonly dueAt: Date
  /** From here the time is counted within which it may be late. */
  readonly startsAt: Date
  readonly tryAt: Date
}

export interface RecurringBuyRow extends PlanTerms, PlanTimes {
  readonly id: number
  readonly userId: number
  readonly key: string
  readonly state: RecurringBuyState
  /** The refusal for which it stopped, or for which a due purchase waits. */
  readonly reason: RecurringBuyReason | undefined
  readonly createdAt: Date
}

const COLUMNS = `id, user_id as "userId", market_id as "marketId", total, ceiling, rhythm as kind, day, calendar, minute, state, reason, key,
  due_at as "dueAt", starts_at as "startsAt", try_at as "tryAt", created_at as "createdAt"`

interface RhythmColumns {
  readonly kind: Rhythm['kind']
  readonly day: number | undefined
  readonly calendar: Calendar | undefined
  readonly minute: number
}

const columnsOf = rowAs<Omit<RecurringBuyRow, 'rhythm'> & RhythmColumns>('id', 'userId')

function rowOf(row: Row): RecurringBuyRow {
  const { kind, day, calendar, minute, ...plan } = columnsOf(row)
  return { ...plan, rhythm: rhythmOf({ kind, day, calendar, minute }) }
}

function rhythmOf({ kind, day = 0, calendar = CALENDARS[0], minute }: RhythmColumns): Rhythm {
  if (kind === 'DAILY') return { kind, minute }
  return kind === 'WEEKLY' ? { kind, weekday: WEEKDAYS[day] ?? WEEKDAYS[0], minute } : { kind, day, calendar, minute }
}

function fieldsOf({ marketId, total, ceiling, rhythm }: PlanTerms) {
  const { kind, minute } = rhythm
  const day = kind === 'WEEKLY' ? WEEKDAYS.indexOf(rhythm.weekday) : kind === 'MONTHLY' ? rhythm.day : undefined
  const calendar = kind === 'MONTHLY' ? rhythm.calendar : undefined
  return { marketId, total, ceiling, rhythm: kind, day, calendar, minute }
}

/** A user's plans, newest first. */
export const readPlans = (database: Queryable, userId: number): Promise<RecurringBuyRow[]> =>
  readRows(
    database,
    rowOf,
    `select ${COLUMNS} from recurring_buys where user_id = $1 and removed_at is null order by id desc`,
    [userId],
  )

interface OwnPlan {
  readonly id: number
  readonly userId: number
}

export const findPlan = (database: Queryable, { id, userId }: OwnPlan): Promise<RecurringBuyRow | undefined> =>
  findRow(
    database,
    rowOf,
    `select ${COLUMNS} from recurring_buys where id = $1 and user_id = $2 and removed_at is null`,
    [id, userId],
  )

/** Also finds a plan that was removed since. */
export const findPlanByKey = (
  database: Queryable,
  { userId, key }: { userId: number; key: string },
): Promise<RecurringBuyRow | undefined> =>
  findRow(database, rowOf, `select ${COLUMNS} from recurring_buys where user_id = $1 and key = $2`, [userId, key])

type NewPlan = PlanTerms & PlanTimes & Pick<RecurringBuyRow, 'userId' | 'key' | 'createdAt'>

/**
 * The user's row stays locked until the commit, so that two concurrent requests cannot exceed the limit. A repeat of the key returns the
 * plan that it has made.
 */
export async function insertPlan(
  tx: Transaction,
  { userId, key, createdAt, dueAt, startsAt, tryAt, ...terms }: NewPlan,
  max: number,
): Promise<RecurringBuyRow | 'RECURRING_BUYS_TOO_MANY'> {
  await tx.query('select 1 from users where id = $1 for update', [userId])
  const made = await findPlanByKey(tx, { userId, key })
  if (made) return made
  if ((await readPlans(tx, userId)).length >= max) return 'RECURRING_BUYS_TOO_MANY'
  return insertReturning(tx, rowOf, {
    table: 'recurring_buys',
    fields: { userId, key, createdAt, dueAt, startsAt, tryAt, state: 'ACTIVE', ...fieldsOf(terms) },
    returning: COLUMNS,
  })
}

/** Replaces what the user has chosen. */
export async function updatePlan(
  tx: Queryable,
  { id, terms, state, times }: { id: number; terms: PlanTerms; state: RecurringBuyState; times: PlanTimes | undefined },
): Promise<void> {
  await updateRows(
    tx,
    'recurring_buys',
    { id },
    { ...fieldsOf(terms), state, ...(times && { ...times, reason: null }) },
  )
}

/** @returns false if the user has no such plan */
export const removePlan = (database: Queryable, { id, userId, at }: OwnPlan & { at: Date }): Promise<boolean> =>
  hasRows(
    database,
    `update recurring_buys set removed_at = $3, state = 'PAUSED' where id = $1 and user_id = $2 and removed_at is null returning id`,
    [id, userId, at],
  )

/** Plans whose purchase is to be tried by now, those that wait longest first. */
export const readDuePlans = (
  database: Queryable,
  { now, max }: { now: Date; max: number },
): Promise<RecurringBuyRow[]> =>
  readRows(
    database,
    rowOf,
    `select ${COLUMNS} from recurring_buys where state = 'ACTIVE' and removed_at is null and try_at <= $1 order by try_at, id limit $2`,
    [now, max],
  )

/** Tries a due purchase later, unless the plan has changed or the purchase has its outcome meanwhile. */
export async function deferPurchase(
  database: Queryable,
  plan: Pick<RecurringBuyRow, 'id' | 'dueAt'>,
  { startsAt, tryAt, reason }: Pick<PlanTimes, 'startsAt' | 'tryAt'> & { reason: RecurringBuyReason },
): Promise<void> {
  await database.query(
    `update recurring_buys set starts_at = $3, try_at = $4, reason = $5 where id = $1 and due_at = $2 and state = 'ACTIVE'`,
    [plan.id, plan.dueAt, startsAt, tryAt, reason],
  )
}

export interface PurchaseEnd {
  readonly outcome: RecurringBuyOutcome
  /** Present unless it was bought. */
  readonly reason?: RecurringBuyReason
  readonly orderId?: number
}

/**
 * Writes the outcome of a due purchase and moves its plan on, unless the user has changed the plan meanwhile. @returns false if the
 * purchase has its outcome already
 */
export async function endPurchase(
  tx: Transaction,
  { id: planId, dueAt }: Pick<RecurringBuyRow, 'id' | 'dueAt'>,
  { end, at, next }: { end: PurchaseEnd; at: Date; next: PlanTimes },
): Promise<boolean> {
  const { outcome, reason, orderId } = end
  const isFirst = await hasRows(
    tx,
    `insert into recurring_buy_runs (plan_id, due_at, at, outcome, reason, order_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (plan_id, due_at) do nothing returning id`,
    [planId, dueAt, at, outcome, reason, orderId],
  )
  await tx.query(
    `update recurring_buys set due_at = $3, starts_at = $4, try_at = $5,
       state = case when $6 and state = 'ACTIVE' then 'STOPPED' else state end, reason = case when $6 then $7 end
     where id = $1 and due_at = $2`,
    [planId, dueAt, next.dueAt, next.startsAt, next.tryAt, outcome === 'STOPPED', reason],
  )
  return isFirst
}

/** The order that a command under this key has made, however long ago. */
export const findOrderOfKey = (
  database: Queryable,
  { userId, key }: { userId: number; key: string },
): Promise<number | undefined> =>
  findNumber(
    database,
    `select id from orders where user_id = $1 and status not in ('IS_OPEN', 'PENDING') and status = 'DONE' and client_order_id = $2 limit 1`,
    [userId, key],
  )

export interface PurchaseRow {
  readonly id: number
  readonly dueAt: Date
  readonly at: Date
  readonly outcome: RecurringBuyOutcome
  readonly reason: RecurringBuyReason | undefined
  readonly orderId: number | undefined
  /** Of the order: what was bought before the fee, what was paid, and the fee. */
  readonly executed: Amount | undefined
  readonly executedValue: Amount | undefined
  readonly wage: Amount | undefined
  readonly unitPrice: Price | undefined
}

const purchaseOf = rowAs<PurchaseRow>('id', 'orderId')

const PURCHASE = `select run.id, run.due_at as "dueAt", run.at, run.outcome, run.reason, run.order_id as "orderId", orders.executed,
    orders.executed_value as "executedValue", orders.wage, orders.unit_price as "unitPrice"
  from recurring_buy_runs as run left join orders on orders.id = run.order_id where run.id = page.id`

/** The purchases of a plan, newest first. */
export const readPurchases = (database: Queryable, planId: number, asked: PageOf): Promise<Paged<PurchaseRow>> =>
  readPage(database, {
    list: { table: 'recurring_buy_runs', conditions: ['plan_id = $1'], values: [planId], row: PURCHASE },
    asked,
    read: (row: Row & { readonly id: bigint }) => purchaseOf(row),
  })
