import * as z from 'zod/mini'
import type { Charges } from '#domain/fee.ts'
import type { Balance, Hold, Withdrawal } from '#domain/ledger.ts'
import { ORDER_STATUSES, type OrderRecord, SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import { amount, ppm, price } from '#domain/units.ts'
import { readWhole } from '../store/pg-values.ts'
import type { CommitSnapshot, FeedEvent } from './commit-feed.ts'

/**
 * Requests, replies and events of the exchange as text, for processes other than the writer's. Big integers are decimal text, maps and sets
 * are lists, absent values are null. Within one process nothing is encoded.
 *
 * A process of the last release speaks with those of this version while they are replaced. A reader ignores fields of events and replies
 * that it does not know; a request with such a field is refused, since the field may change what the command does. New values and kinds are
 * therefore read for one release before they are sent. Where that is not enough, the version is another one, and both ends refuse each other.
 */
export const WIRE_VERSION = '1'
/** The header by which a caller says its version. */
export const WIRE_HEADER = 'kimia-wire'
/** The status by which the writer refuses a caller of another version. */
export const OTHER_VERSION = 426

const whole = <Unit extends bigint>(unit: (value: bigint) => Unit) =>
  z.codec(
    z.string(),
    z.custom<Unit>((value) => typeof value === 'bigint'),
    { decode: (text) => unit(readWhole(text)), encode: String },
  )

/** A field that always exists and whose value may be absent. */
export const orAbsent = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.codec(z.nullable(schema), z.custom<z.output<Schema> | undefined>(), {
    decode: (value) => value ?? undefined,
    encode: (value) => value ?? null,
  })

export const list = <Schema extends z.ZodMiniType>(schema: Schema) => z.readonly(z.array(schema))

export const Id = z.int()
export const Time = z.int()
export const AmountText = whole(amount)
export const PriceText = whole(price)
export const PpmText = whole(ppm)
export const SideName = z.enum(['BUY', 'SELL'])

export const ChargesOnWire: z.ZodMiniType<Charges> = z.strictObject({
  taker: PpmText,
  maker: PpmText,
  inviterId: orAbsent(Id),
  friendShare: z.exactOptional(PpmText),
})

export const Terms = z.strictObject({
  stopPrice: orAbsent(PriceText),
  trailingDistance: orAbsent(PriceText),
  timeInForce: z.enum(TIMES_IN_FORCE),
  postOnly: z.boolean(),
  selfTradePrevention: z.enum(SELF_TRADE_PREVENTIONS),
  expiresAt: orAbsent(Time),
})

const OrderOnWire: z.ZodMiniType<OrderRecord> = z.strictObject({
  id: Id,
  userId: Id,
  marketId: Id,
  side: SideName,
  kind: z.enum(['LIMITED', 'MARKET', 'STOP_LIMIT', 'EXCHANGE']),
  status: z.enum(ORDER_STATUSES),
  unitPrice: orAbsent(PriceText),
  amount: AmountText,
  executed: AmountText,
  executedValue: AmountText,
  held: AmountText,
  wage: AmountText,
  charges: ChargesOnWire,
  clientOrderId: orAbsent(z.string()),
  createdAt: Time,
  terms: Terms,
  arrival: orAbsent(z.strictObject({ afterOrderId: Id, seq: Id })),
  linkedOrderId: orAbsent(Id),
})

const TradeOnWire: z.ZodMiniType<Trade> = z.strictObject({
  id: Id,
  marketId: Id,
  takerSide: SideName,
  unitPrice: PriceText,
  amount: AmountText,
  value: AmountText,
  takerOrderId: Id,
  makerOrderId: orAbsent(Id),
  takerUserId: Id,
  makerUserId: Id,
  takerFee: AmountText,
  makerFee: AmountText,
  quoteInToman: orAbsent(PriceText),
  at: Time,
})

const RewardOnWire: z.ZodMiniType<Reward> = z.strictObject({
  tradeId: Id,
  inviterId: Id,
  inviteeId: Id,
  coinId: Id,
  amount: AmountText,
  valueInToman: orAbsent(AmountText),
  friendAmount: AmountText,
  friendValueInToman: orAbsent(AmountText),
})

const BalanceOnWire: z.ZodMiniType<Balance> = z.strictObject({
  ownerId: Id,
  coinId: Id,
  available: AmountText,
  blocked: AmountText,
})

const HoldOnWire: z.ZodMiniType<Hold> = z.strictObject({
  reference: z.string(),
  userId: Id,
  coinId: Id,
  amount: AmountText,
  settled: AmountText,
  status: z.enum(['HELD', 'RELEASED', 'SETTLED']),
})

export const DESTINATION = {
  tokenType: z.string(),
  address: z.string(),
  tag: z.optional(z.string()),
  networkFee: AmountText,
}

const WithdrawalOnWire: z.ZodMiniType<Withdrawal> = z.strictObject({
  ...DESTINATION,
  id: Id,
  userId: Id,
  coinId: Id,
  amount: AmountText,
  holdReference: z.string(),
  orderId: orAbsent(Id),
  worth: AmountText,
  approvalsNeeded: z.literal([0, 1, 2]),
  at: Time,
})

const STAMP = { epoch: whole((value) => value), number: z.int(), at: Time }
const Levels = list(z.strictObject({ price: PriceText, volume: AmountText }))
const BookOnWire = z.strictObject({ marketId: Id, number: z.int(), at: Time, bids: Levels, asks: Levels })

const EventOnWire: z.ZodMiniType<FeedEvent> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('commit'),
    ...STAMP,
    orders: list(OrderOnWire),
    trades: list(TradeOnWire),
    rewards: list(RewardOnWire),
    balances: list(BalanceOnWire),
    holds: list(HoldOnWire),
    withdrawals: list(WithdrawalOnWire),
    bookChanges: list(z.strictObject({ marketId: Id, side: SideName, price: PriceText, volume: AmountText })),
  }),
  z.strictObject({
    kind: z.literal('snapshot'),
    ...STAMP,
    books: list(BookOnWire),
    lastTradeId: z.int(),
  }),
])

/** A message as text, and back; it is read by `read`. @throws ZodError for anything else */
export function wireOf<Body>(
  body: z.ZodMiniType<Body>,
  read: (given: unknown) => Body = (given) => z.decode(body, given),
) {
  return {
    encode: (value: Body): string => JSON.stringify(z.encode(body, value)),
    decode: (text: string): Body => read(JSON.parse(text)),
  }
}

/** Reads a message without the fields that this version does not know. @throws ZodError for any other fault */
export const ignoringUnknown =
  <Body>(body: z.ZodMiniType<Body>) =>
  (given: unknown): Body => {
    for (;;) {
      const read = z.safeDecode(body, given)
      if (read.success) return read.data
      for (const issue of read.error.issues) {
        if (issue.code !== 'unrecognized_keys') throw read.error
        const owner = issue.path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), given)
        for (const key of issue.keys) Reflect.deleteProperty(Object(owner), key)
      }
    }
  }

export const EVENTS = wireOf(EventOnWire, ignoringUnknown(EventOnWire))

const BOOKS = wireOf(BookOnWire)

/**
 * The line of a snapshot, a book at a time: the whole of 20 books with 2,000 prices each takes 50 ms, in which the writer would do nothing else.
 */
export function* snapshotParts(snapshot: CommitSnapshot): Generator<string> {
  const [before = '', after = ''] = EVENTS.encode({ ...snapshot, books: [] }).split('[]')
  yield `${before}[`
  for (const [place, book] of snapshot.books.entries()) yield `${place === 0 ? '' : ','}${BOOKS.encode(book)}`
  yield `]${after}\n`
}
