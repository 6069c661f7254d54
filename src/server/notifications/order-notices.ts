import { formatDecimal } from '#domain/decimal.ts'
import { averagePrice, type Market } from '#domain/market.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { type Amount, PRICE_DECIMALS } from '#domain/units.ts'
import { EVENTS_OF_USER_MAX, type OrderEvent } from '../store/notifications/order-events.ts'
import type { NoticeParams } from './notice-sentence.ts'
import type { Notice } from './queue-notice.ts'

/** Fills of one order within this time are one message. */
const PARTS_GATHERED_MS = 10_000

/** The notices for the owners of these orders. An order that has ended gets the notice of its end, whatever happened before. */
export function orderNotices(events: readonly OrderEvent[], markets: readonly Market[]): Notice[] {
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
    case 'expired':
      return { ...common, kind: endOf(event), params: { ...base, ...ended(event, market) }, eventKey: `${topic}:end` }
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
      price: formatDecimal(average ?? 0n, PRICE_DECIMALS),
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
