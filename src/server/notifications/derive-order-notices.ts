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
  /** The accounts that the exchange trades with: what changes of theirs wakes nobody. */
  readonly ownAccounts: ReadonlySet<number>
  readonly log: { warn(details: object, message: string): void }
  /** Between two looks while orders keep changing. */
  readonly pauseMs: number
}

/** The looks take at most a fiftieth of the time, so that no order feels them; while they are behind, half of it, so that they catch up. */
const REST_FACTOR = 50

/**
 * Queues what the owners of orders are told, from committed rows alone: the notices and the cursor up to which they tell are one transaction,
 * so that each event is told of once, whatever is killed. The writer of the orders does nothing for it.
 * @returns whether more waits
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

/** Looks at the committed orders whenever one of a customer's has changed. */
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
    // Rows that concern nobody are passed over without a rest.
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
    // In the same turn as the check above, so that the next commit starts a new run.
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
