import { setTimeout as sleep } from 'node:timers/promises'
import { TOMAN } from '#domain/coin.ts'
import { toCount } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { readUserAddress, USER_TRANSFER } from '#domain/user-transfer.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import type { Cluster } from './cluster.ts'
import { countPayments, findDifferences, type WithdrawalRow } from './count-payments.ts'
import { FUNDS_TOMAN } from './customers.ts'
import type { Load } from './load.ts'
import type { StreamFollower } from './streams.ts'
import type { Payment, Transfer } from './visitors.ts'

/** Jobs make transfers and payments, every few seconds; a payment is asked for again after half a minute. */
const WITHDRAWALS_MS_MAX = 90_000
const EVENTS_MS_MAX = 30_000
const LOOK_MS = 500

interface Counted {
  readonly load: Load
  readonly transfers: readonly Transfer[]
  readonly payments: readonly Payment[]
  readonly followers: readonly StreamFollower[]
}

/** Each list names what is wrong, and is empty if nothing is. */
export interface Counts {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly 'of nobody': readonly string[]
  readonly 'transfers lost or doubled': readonly string[]
  readonly 'payments lost or doubled': readonly string[]
  readonly 'balances that do not add up': readonly string[]
  readonly 'stream events lost': readonly string[]
  readonly 'faults of the ledger': readonly string[]
  readonly 'differences in custody': readonly string[]
}

/** Compares all that was acknowledged with the rows of the database. Call it when everything is answered, and streams are still open. */
export async function count(cluster: Cluster, counted: Counted): Promise<Counts> {
  const database = await openDatabase({ databaseUrl: cluster.databaseUrl, dataDir: '' })
  try {
    return {
      ...(await countOrders(database, counted)),
      ...(await countWithdrawals(database, { cluster, counted })),
      'stream events lost': await findLostEvents(database, counted.followers),
      'faults of the ledger': (await checkLedger(database)).faults,
      'differences in custody': await findDifferences(database, cluster),
    }
  } finally {
    await database.close()
  }
}

async function countOrders(database: Database, { load }: Counted) {
  const rows = await database.query<{ id: bigint; client_order_id: string }>(
    `select id, client_order_id from orders where client_order_id like 'cluster-%'`,
  )
  const byKey = Map.groupBy(rows, (row) => row.client_order_id)
  const known = new Set(load.wanted.map(({ key }) => key))
  return {
    lost: load.wanted
      .filter(({ key, orderId }) => orderId !== undefined && String(byKey.get(key)?.[0]?.id) !== orderId)
      .map(({ key }) => key),
    doubled: [...byKey].filter(([, all]) => all.length > 1).map(([key]) => key),
    'of nobody': [...byKey.keys()].filter((key) => !known.has(key)),
  }
}

async function countWithdrawals(database: Database, { cluster, counted }: { cluster: Cluster; counted: Counted }) {
  const rows = await untilMade(database)
  const [transfers, payments] = [true, false].map((isTransfer) =>
    rows.filter(({ token_type }) => (token_type === USER_TRANSFER) === isTransfer),
  )
  return {
    ...(await countTransfers(database, { cluster, counted, rows: transfers ?? [] })),
    'payments lost or doubled': countPayments(cluster, { wanted: counted.payments, rows: payments ?? [] }),
  }
}

/** Every transfer is there once, and every saver has what came in and not what went out. */
async function countTransfers(
  database: Database,
  { cluster, counted, rows }: { cluster: Cluster; counted: Counted; rows: readonly WithdrawalRow[] },
) {
  const coin = (await readCatalogue(database)).coinBySymbol.get(TOMAN)
  if (!coin) throw new Error('there is no Toman')
  const unitsOf = (toman: string) => parseDecimal(toman, coin.decimals) ?? 0n
  const byAmount = Map.groupBy(rows, ({ amount: units }) => units)
  const wrong = counted.transfers.flatMap(({ toman, userId, id }) => {
    const found = byAmount.get(unitsOf(String(toman))) ?? []
    if (found.length > 1) return [`the transfer of ${toman} Toman of user ${userId} was made ${found.length} times`]
    if (id !== undefined && String(found[0]?.id) !== id) return [`transfer ${id} of ${toman} Toman was lost`]
    return []
  })
  const unmade = rows.filter(({ state }) => state !== 'CONFIRMED')
  const balances = await database.query<{ owner_id: bigint; available: bigint; blocked: bigint }>(
    'select owner_id, available, blocked from balances where coin_id = $1',
    [coin.id],
  )
  const byOwner = new Map(balances.map((row) => [toCount(row.owner_id), row]))
  const misfits = cluster.customers.savers.flatMap(({ userId }) => {
    const sum = rows.reduce((left, row) => {
      const sent = toCount(row.user_id) === userId ? row.amount : 0n
      return left - sent + (readUserAddress(row.address).userId === userId ? row.amount : 0n)
    }, unitsOf(FUNDS_TOMAN))
    const { available = 0n, blocked = 0n } = byOwner.get(userId) ?? {}
    if (available === sum && blocked === 0n) return []
    const shown = [available, blocked, sum].map((units) => formatDecimal(amount(units), coin.decimals))
    return [`user ${userId} has ${shown[0]} Toman and ${shown[1]} blocked instead of ${shown[2]}`]
  })
  return {
    'transfers lost or doubled': [...wrong, ...unmade.map(({ id, state }) => `transfer ${id} is still ${state}`)],
    'balances that do not add up': [...misfits, ...(await findHeld(database, cluster))],
  }
}

/** Nothing is left on the book, so that nothing of the traders is blocked. */
async function findHeld(database: Database, { customers: { traders } }: Cluster): Promise<string[]> {
  const rows = await database.query<{ owner_id: bigint; blocked: bigint }>(
    'select owner_id, blocked from balances where blocked <> 0 and owner_id = any($1)',
    [traders.map(({ userId }) => userId)],
  )
  return rows.map(({ owner_id, blocked }) => `user ${owner_id} has ${blocked} units blocked for no order`)
}

async function untilMade(database: Database): Promise<readonly WithdrawalRow[]> {
  const until = performance.now() + WITHDRAWALS_MS_MAX
  for (;;) {
    const rows = await database.query<WithdrawalRow>(
      'select id, user_id, amount, token_type, address, state from withdrawals',
    )
    if (performance.now() > until || rows.every(({ state }) => state === 'CONFIRMED')) return rows
    await sleep(LOOK_MS)
  }
}

/** Every order of a customer with a stream has there the state that it has in the database, once its last event has arrived. */
async function findLostEvents(database: Database, followers: readonly StreamFollower[]): Promise<string[]> {
  const users = followers.map(({ trader }) => trader.userId)
  const rows = await database.query<{ id: bigint; user_id: bigint; status: string }>(
    `select id, user_id, status from orders where user_id = any($1) and client_order_id like 'cluster-%'`,
    [users],
  )
  const byUser = Map.groupBy(rows, ({ user_id }) => toCount(user_id))
  const missing = () =>
    followers.flatMap(({ trader, statuses }) =>
      (byUser.get(trader.userId) ?? [])
        .filter(({ id, status }) => statuses.get(String(id)) !== status)
        .map(
          ({ id, status }) =>
            `order ${id} of user ${trader.userId} is ${status}, and ${statuses.get(String(id))} by its stream`,
        ),
    )
  const until = performance.now() + EVENTS_MS_MAX
  while (missing().length > 0 && performance.now() < until) await sleep(LOOK_MS)
  return [...missing(), ...followers.flatMap(({ gaps }) => gaps)]
}
