import { setTimeout as sleep } from 'node:timers/promises'
import type { Market } from '#domain/market.ts'
import { type CommitFeed, followCommits } from '../exchange/commit-feed.ts'
import type { Database } from '../store/database.ts'
import { moveOrderCursor, readOrderEvents } from '../store/notifications/order-events.ts'
import { orderNotices } from './order-notices.ts'
import { queueNotices } from './queue-notice.ts'

export interface OrderWatch {
  readonly database: Database
  readonly exchange: CommitFeed
  readonly markets: readonly Market[]
  /** The accounts that the exchange itself trades with: their changes start no run. */
  readonly ownAccounts: ReadonlySet<number>
  readonly log: { warn(details: object, message: string): void }
  /** The pause between two runs while orders keep changing. */
  readonly pauseMs: number
}

/**
 * The runs take at most a fiftieth of the time, so that they do not slow down orders; half of it while they are behind, so that they catch
 * up.
 */
const REST_FACTOR = 50

/**
 * Queues notices for the owners of orders, from committed rows alone. The notices and the cursor up to which they reach are written in one
 * transaction, so that each event is notified once, even after a crash. The writer of the orders is not involved. @returns whether more is
 * waiting
 */
export async function deriveOrderNotices({
  database,
  markets,
}: Pick<OrderWatch, 'database' | 'markets'>): Promise<{ readonly notices: number; readonly isMore: boolean }> {
  const found = await readOrderEvents(database)
  const { before, after, events, isMore } = found
  if (before.lastSeq === after.lastSeq && before.lastTradeId === after.lastTradeId) return { notices: 0, isMore }
  const notices = orderNotices(events, markets)
  const isFirst = await database.transaction(async (tx) => {
    if (!(await moveOrderCursor(tx, { before, after }))) return false
    await queueNotices(tx, notices)
    return true
  })
  return { notices: isFirst ? notices.length : 0, isMore: isMore || !isFirst }
}

/** Runs whenever an order of a customer has changed. */
export function watchOrders(watch: OrderWatch): { wake(): void; settled(): Promise<void>; close(): Promise<void> } {
  const { exchange, ownAccounts, log, pauseMs } = watch
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | undefined
  let isBehind = false
  const look = async () => {
    const startedAt = performance.now()
    const { notices, isMore } = await deriveOrderNotices(watch)
    isBehind ||= isMore
    // Rows that concern no customer are skipped without a pause.
    const tookMs = performance.now() - startedAt
    if (!isMore) await rest(Math.max(pauseMs, tookMs * REST_FACTOR))
    else if (notices > 0) await rest(tookMs)
  }
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const run = async () => {
    while (isBehind && !signal.aborted) {
      isBehind = false
      await look().catch(async (error: unknown) => {
        log.warn({ err: error }, 'the owners of orders are not told yet; it is tried again')
        isBehind = true
        await rest(pauseMs)
      })
    }
    // Reset in the same turn as the check above, so that the next commit starts a new run.
    running = undefined
  }
  const wake = () => {
    isBehind = true
    running ??= run()
  }
  const stop = followCommits(exchange, {
    onSnapshot: wake,
    onCommit: ({ orders }) => {
      if (
        orders.some(
          ({ userId, status, executed }) => !ownAccounts.has(userId) && (executed > 0n || status !== 'IS_OPEN'),
        )
      )
        wake()
    },
  })
  return {
    wake,
    settled: async () => running,
    close: async () => {
      stop()
      closing.abort()
      await running
    },
  }
}
