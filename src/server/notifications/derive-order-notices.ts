import { setTimeout as sleep } from 'node:timers/promises'
import { formatDecimal } from '#domain/decimal.ts'
import { averagePrice, averageText, type Market } from '#domain/market.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { type Amount, PRICE_DECIMALS } from '#domain/units.ts'
import { type CommitFeed, followCommits } from '../exchange/commit-feed.ts'
import type { Database } from '../store/database.ts'
import {
  EVENTS_OF_USER_MAX,
  moveOrderCursor,
  type OrderEvent,
  readOrderEvents,
} from '../store/notifications/order-events.ts'
import type { NoticeParams } from './notice-sentence.ts'
import { type Notice, queueNotices } from './queue-notice.ts'

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
const PAUSE_FACTOR = 50

/**
 * Queues notices for the owners of orders, from committed rows alone. The notices and the cursor up to which they reach are written in one
 * transaction, so that each event is notified once, even after a crash. The writer of the orders is not involved. @returns the number of
 * queued notices, and whether more events wait
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
  const runOnce = async () => {
    const startedAt = performance.now()
    const { notices, isMore } = await deriveOrderNotices(watch)
    isBehind ||= isMore
    // While more wait, rows that concern no customer are skipped without a pause.
    const tookMs = performance.now() - startedAt
    if (!isMore) await pause(Math.max(pauseMs, tookMs * PAUSE_FACTOR))
    else if (notices > 0) await pause(tookMs)
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const run = async () => {
    while (isBehind && !signal.aborted) {
      isBehind = false
      await runOnce().catch(async (error: unknown) => {
        log.warn({ err: error }, 'the owners of orders are not notified yet; it is tried again')
        isBehind = true
        await pause(pauseMs)
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

/** Fills of one order within this time are one message. */
const PARTS_GATHERED_MS = 10_000

/** The notices for the owners of these orders. An order that has ended gets the notice of its end alone. */
function orderNotices(events: readonly OrderEvent[], markets: readonly Market[]): Notice[] {
  const marketById = new Map(markets.map((market) => [market.id, market]))
  return [...Map.groupBy(events, ({ userId }) => userId).values()].flatMap((ofUser) => {
    const newest = ofUser.at(-1)
    if (newest && newest.eventsOfUser > EVENTS_OF_USER_MAX) return [summaryOf(newest)]
    const noticeByKey = new Map<string, Notice>()
    for (const event of ofUser) {
      const market = marketById.get(event.marketId)
      const notice = market && noticeOf(event, market)
      // Only the newest event of an order counts, except that a triggered stop has a notice of its own.
      if (notice) noticeByKey.set(notice.topic ?? notice.eventKey ?? '', notice)
    }
    return [...noticeByKey.values()]
  })
}

const summaryOf = ({ userId, at, eventsOfUser }: OrderEvent): Notice => ({
  ...{ userId, at, kind: 'ORDERS_CHANGED', topic: 'orders' },
  params: { count: String(eventsOfUser) },
})

function noticeOf(event: OrderEvent, market: Market): Notice | undefined {
  const { what, at, orderId, userId, side } = event
  const topic = `order:${orderId}`
  const common = { userId, at, topic }
  const base = { orderId: String(orderId), market: market.symbol, side }
  switch (what) {
    case 'triggered': {
      const params = { ...base, price: formatDecimal(event.stopPrice ?? 0n, PRICE_DECIMALS) }
      return { userId, at, kind: 'ORDER_TRIGGERED', params, eventKey: `${topic}:triggered` }
    }
    case 'cancelled':
    case 'expired': {
      const kind = endOf(event)
      const params = { ...base, ...ended(event, market) }
      return { ...common, kind, params, eventKey: `${topic}:end`, readAt: kind === 'ORDER_CANCELLED' ? at : undefined }
    }
    case 'traded':
      return traded(event, market, { common, base })
  }
}

function traded(
  event: OrderEvent,
  market: Market,
  { common, base }: { common: { userId: number; at: Date; topic: string }; base: NoticeParams },
): Notice | undefined {
  const { status, executed } = event
  if (status === 'FINISHED_WITH_TRANSACTION') {
    const average = averagePrice(event, market)
    const params = {
      ...base,
      amount: formatDecimal(executed, market.base.decimals),
      ...(average === undefined ? {} : { price: averageText(average, market) }),
    }
    return { ...common, kind: 'ORDER_FILLED', params, eventKey: `${common.topic}:end` }
  }
  // The end of an order is an event of its own.
  if (status !== 'IS_OPEN') return undefined
  return {
    ...common,
    kind: 'ORDER_PARTLY_FILLED',
    params: { ...base, percent: percentOf(event) },
    eventKey: `${common.topic}:${executed}`,
    dueAt: new Date(common.at.getTime() + PARTS_GATHERED_MS),
  }
}

const endOf = ({ what, status }: OrderEvent): NoticeKind => {
  if (what === 'expired' || status === 'EXPIRED') return 'ORDER_EXPIRED'
  return status === 'CANCELLED_BY_ADMIN' ? 'ORDER_CANCELLED_BY_OPERATOR' : 'ORDER_CANCELLED'
}

/** The returned funds and the traded part. */
function ended(event: OrderEvent, { base, quote }: Market): NoticeParams {
  const coin = event.side === 'BUY' ? quote : base
  const amount = formatDecimal(event.released, coin.decimals)
  return { coin: coin.symbol, amount, ...(event.executed > 0n ? { filled: percentOf(event) } : {}) }
}

/** With one decimal, rounded down: 99.9 until the last unit. */
const percentOf = ({ executed, amount }: { executed: Amount; amount: Amount }): string =>
  formatDecimal((executed * 1_000n) / amount, 1)
