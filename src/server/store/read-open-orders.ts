import type { Charges } from '#domain/fee.ts'
import { type OrderRecord, PLAIN_TERMS, SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'
import { amount, ppm, price } from '#domain/units.ts'
import type { Queryable } from './database.ts'
import { readCount, readWhole, UnreadableValue } from './pg-values.ts'
import { freeText, milliseconds, optional, readBulk, readFreeText } from './read-bulk.ts'

const SIDES = ['BUY', 'SELL'] as const
const KINDS = ['LIMITED', 'STOP_LIMIT', 'MARKET'] as const
const STATUSES = ['IS_OPEN', 'PENDING'] as const

/** The rarely used columns as one field, empty for nearly all orders. */
const UNUSUAL = `case num_nonnulls(stop_price, expires_at, time_in_force, post_only, self_trade_prevention, arrived_after, linked_order_id)
  when 0 then '' else format('%s %s %s %s %s %s %s %s %s', stop_price, trailing_distance, ${milliseconds('expires_at')}, time_in_force, post_only,
    self_trade_prevention, linked_order_id, arrived_after, arrived_seq) end`

const FIELDS = [
  'id',
  'user_id',
  'market_id',
  'side',
  'kind',
  'status',
  optional('unit_price'),
  'amount',
  'executed',
  'executed_value',
  'held',
  'wage',
  'fee_ppm',
  'maker_fee_ppm',
  optional('inviter_id'),
  optional('friend_share_ppm'),
  freeText('client_order_id'),
  milliseconds('created_at'),
  UNUSUAL,
]

/** Passes on the orders on the book and the waiting stops, in the order of their ids. */
export function readOpenOrders(database: Queryable, take: (order: OrderRecord) => void): Promise<void> {
  const knownCharges = new Map<string, Charges>()
  return readBulk(database, {
    fields: FIELDS,
    from: `orders where status in ('IS_OPEN', 'PENDING')`,
    key: 'id',
    after: '0',
    pageRows: 50_000,
    take: (texts) => take(orderOf(texts, knownCharges)),
  })
}

function orderOf(texts: readonly string[], knownCharges: Map<string, Charges>): OrderRecord {
  const [
    id = '',
    userId = '',
    marketId = '',
    side,
    kind,
    status,
    unitPrice = '',
    quantity = '',
    executed = '',
    executedValue = '',
    held = '',
    wage = '',
    taker = '',
    maker = '',
    inviter = '',
    friendShare = '',
    clientOrderId = '',
    createdAt = '',
    unusual = '',
  ] = texts
  return {
    id: readCount(id),
    userId: readCount(userId),
    marketId: readCount(marketId),
    side: oneOf(SIDES, side),
    kind: oneOf(KINDS, kind),
    status: oneOf(STATUSES, status),
    unitPrice: unitPrice === '' ? undefined : price(readWhole(unitPrice)),
    amount: amount(readWhole(quantity)),
    executed: amount(readWhole(executed)),
    executedValue: amount(readWhole(executedValue)),
    held: amount(readWhole(held)),
    wage: amount(readWhole(wage)),
    charges: chargesOf({ taker, maker, inviter, friendShare }, knownCharges),
    clientOrderId: readFreeText(clientOrderId),
    createdAt: readCount(createdAt),
    ...(unusual === '' ? PLAIN : unusualOf(unusual)),
  }
}

interface ChargeTexts {
  readonly taker: string
  readonly maker: string
  readonly inviter: string
  readonly friendShare: string
}

/** Orders with the same charges share one object. */
function chargesOf(texts: ChargeTexts, known: Map<string, Charges>): Charges {
  const name = `${texts.taker} ${texts.maker} ${texts.inviter} ${texts.friendShare}`
  const charges = known.get(name) ?? {
    taker: ppm(readWhole(texts.taker)),
    maker: ppm(readWhole(texts.maker)),
    inviterId: texts.inviter === '' ? undefined : readCount(texts.inviter),
    ...(texts.friendShare !== '' && { friendShare: ppm(readWhole(texts.friendShare)) }),
  }
  known.set(name, charges)
  return charges
}

type Unusual = Pick<OrderRecord, 'terms' | 'arrival' | 'linkedOrderId'>

const PLAIN: Unusual = { terms: PLAIN_TERMS, arrival: undefined, linkedOrderId: undefined }

function unusualOf(text: string): Unusual {
  const [stopPrice, trailing, expiresAt, timeInForce, postOnly, selfTradePrevention, linked, after, seq = ''] =
    text.split(' ')
  return {
    terms: {
      stopPrice: stopPrice ? price(readWhole(stopPrice)) : undefined,
      trailingDistance: trailing ? price(readWhole(trailing)) : undefined,
      expiresAt: expiresAt ? readCount(expiresAt) : undefined,
      timeInForce: timeInForce ? oneOf(TIMES_IN_FORCE, timeInForce) : PLAIN_TERMS.timeInForce,
      postOnly: postOnly === 't',
      selfTradePrevention: selfTradePrevention
        ? oneOf(SELF_TRADE_PREVENTIONS, selfTradePrevention)
        : PLAIN_TERMS.selfTradePrevention,
    },
    arrival: after ? { afterOrderId: readCount(after), seq: readCount(seq) } : undefined,
    linkedOrderId: linked ? readCount(linked) : undefined,
  }
}

/** Returns the list's own string, so that a million orders share it. */
function oneOf<Text extends string>(list: readonly Text[], text: string | undefined): Text {
  const found = list.find((known) => known === text)
  if (found === undefined) throw new UnreadableValue(`an open order with ${text}`)
  return found
}
