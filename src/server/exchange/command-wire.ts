import * as z from 'zod/mini'
import type { Coin } from '#domain/coin.ts'
import type { JalaliDate } from '#domain/jalali.ts'
import { isLedgerAccount, type LedgerAccount } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { Halt } from '#domain/market-state.ts'
import { ORDER_STATUSES } from '#domain/order.ts'
import type { EngineRefusal, SentCommand, UnfinishedOutcome } from '../engine/commands.ts'
import { ExchangeUnavailable, OutcomeUnknown, type Reply, type Request, type SubmitOptions } from './exchange.ts'
import {
  AmountText,
  ChargesOnWire,
  DESTINATION,
  Id,
  ignoringUnknown,
  list,
  orAbsent,
  PpmText,
  PriceText,
  SideName,
  Terms,
  Time,
  wireOf,
} from './wire.ts'

const AccountName = z.custom<LedgerAccount>((account) => typeof account === 'string' && isLedgerAccount(account))
const True = z.exactOptional(z.literal(true))

/** The catalogue knows more of a coin than the engine needs; that is left out. */
const CoinOnWire: z.ZodMiniType<Coin> = z.object({
  id: Id,
  symbol: z.string(),
  code: z.string(),
  persianName: z.string(),
  englishName: z.string(),
  decimals: z.int(),
  precision: z.int(),
  priceSource: z.optional(z.string()),
  quickTrade: z.strictObject({ min: AmountText, max: AmountText, inventoryMin: AmountText, inventoryMax: AmountText }),
  networks: list(
    z.strictObject({
      tokenType: z.string(),
      withdrawalFee: AmountText,
      minWithdraw: AmountText,
      maxWithdraw: AmountText,
      withdrawEnabled: z.boolean(),
      depositEnabled: z.boolean(),
      txIdNeeded: z.boolean(),
    }),
  ),
})

const MarketOnWire: z.ZodMiniType<Market> = z.object({
  id: Id,
  symbol: z.string(),
  base: CoinOnWire,
  quote: CoinOnWire,
  tick: PriceText,
  minAmount: AmountText,
  maxAmount: AmountText,
  minTotal: AmountText,
  openOrdersMax: z.int(),
  active: z.boolean(),
  hours: z.enum(['always', 'working']),
  protectionBand: PpmText,
  forceWarning: PpmText,
  limitPriceMin: PpmText,
  limitPriceMax: PpmText,
})

const HaltOnWire: z.ZodMiniType<Halt> = z.strictObject({
  kind: z.enum(['halted', 'cancel-only']),
  reason: z.strictObject({ fa: z.string(), en: z.string() }),
})

const STAMPED = { userId: Id, key: z.string(), fingerprint: z.string(), isNeverRepeated: True }
const LEAVING = {
  destination: z.strictObject(DESTINATION),
  withdrawer: z.strictObject({
    blocked: z.boolean(),
    authorized: z.boolean(),
    heldUntil: orAbsent(Time),
    destinationUnsaved: z.boolean(),
    destinationFrom: orAbsent(Time),
    stopped: z.boolean(),
    limits: z.strictObject({
      hour: AmountText,
      day: AmountText,
      allHour: AmountText,
      oneOperatorFrom: AmountText,
      twoOperatorsFrom: AmountText,
    }),
    readAt: Time,
  }),
  worth: orAbsent(AmountText),
}
const PLACED = { marketId: Id, side: SideName, amount: AmountText, charges: ChargesOnWire }

const CommandOnWire: z.ZodMiniType<SentCommand> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('credit'),
    ...STAMPED,
    source: AccountName,
    coinId: Id,
    amount: AmountText,
    reference: z.string(),
  }),
  z.object({
    type: z.literal(['sweep', 'fee', 'correction']),
    ...STAMPED,
    debit: AccountName,
    credit: AccountName,
    coinId: Id,
    amount: AmountText,
    reference: z.string(),
  }),
  z.object({ type: z.literal('hold'), ...STAMPED, coinId: Id, amount: AmountText, reference: z.string() }),
  z.object({ type: z.literal('withdraw'), ...STAMPED, ...LEAVING, coinId: Id, amount: AmountText }),
  z.object({ type: z.literal('release'), ...STAMPED, reference: z.string() }),
  z.object({
    type: z.literal('settle'),
    ...STAMPED,
    reference: z.string(),
    parts: list(z.strictObject({ account: AccountName, amount: AmountText })),
    rest: z.enum(['held', 'released']),
  }),
  z.object({
    type: z.literal('quickTrade'),
    ...STAMPED,
    ...PLACED,
    unitPrice: PriceText,
    quote: z.strictObject({ goodUntil: Time, refusal: z.enum(['PRICE_STALE', 'PRICE_CHANGED']) }),
    quoteInToman: orAbsent(PriceText),
    leaving: z.optional(z.strictObject(LEAVING)),
  }),
  z.object({
    type: z.literal('placeOrder'),
    ...STAMPED,
    ...PLACED,
    unitPrice: orAbsent(PriceText),
    quoteInToman: orAbsent(PriceText),
    clientOrderId: orAbsent(z.string()),
    terms: z.exactOptional(Terms),
    warnsOfPrice: z.exactOptional(z.boolean()),
    referencePrice: z.optional(PriceText),
  }),
  z.object({
    type: z.literal('placeOco'),
    ...STAMPED,
    ...PLACED,
    unitPrice: PriceText,
    stopPrice: PriceText,
    stopUnitPrice: PriceText,
    selfTradePrevention: Terms.shape.selfTradePrevention,
    expiresAt: orAbsent(Time),
    quoteInToman: orAbsent(PriceText),
    clientOrderId: orAbsent(z.string()),
    warnsOfPrice: z.exactOptional(z.boolean()),
    referencePrice: z.optional(PriceText),
  }),
  z.object({
    type: z.literal('amendOrder'),
    ...STAMPED,
    orderId: Id,
    amount: z.optional(AmountText),
    unitPrice: z.optional(PriceText),
    stopPrice: z.optional(PriceText),
    expiresAt: z.optional(z.nullable(Time)),
    quoteInToman: orAbsent(PriceText),
    warnsOfPrice: z.exactOptional(z.boolean()),
    referencePrice: z.optional(PriceText),
  }),
  z.object({ type: z.literal('cancelOrder'), ...STAMPED, orderId: Id, byOperator: True }),
  z.object({
    type: z.literal('cancelAllOrders'),
    ...STAMPED,
    marketId: orAbsent(Id),
    byOperator: True,
    most: z.int(),
    before: z.exactOptional(z.strictObject({ count: z.int(), newestId: Id })),
  }),
  z.object({ type: z.literal('expireOrders'), most: z.int() }),
  z.object({ type: z.literal('continueOrders') }),
  z.object({
    type: z.literal('setMarketRules'),
    halts: z.codec(list(z.tuple([Id, HaltOnWire])), z.custom<ReadonlyMap<number, Halt>>(), {
      decode: (entries) => new Map(entries),
      encode: (halts) => [...halts],
    }),
    holidays: z.codec(list(z.string()), z.custom<ReadonlySet<JalaliDate>>(), {
      decode: (days) => new Set(days as JalaliDate[]),
      encode: (days) => [...days],
    }),
    revision: z.int(),
    markets: list(MarketOnWire),
    coins: list(CoinOnWire),
  }),
])

/** A request with the time after which its sender has given up. */
export interface SentRequest extends SubmitOptions {
  readonly request: Request
}

const RequestOnWire: z.ZodMiniType<SentRequest> = z.strictObject({
  request: z.union([z.object({ type: z.literal('findOutcome'), userId: Id, key: z.string() }), CommandOnWire]),
  deadline: z.exactOptional(Time),
  traceparent: z.exactOptional(z.string()),
})

const OUTCOMES = [
  z.strictObject({
    kind: z.literal('order'),
    orderId: Id,
    status: z.enum(ORDER_STATUSES),
    executed: AmountText,
    executedValue: AmountText,
    wage: AmountText,
    at: Time,
  }),
  z.strictObject({ kind: z.literal('moved'), seq: Id }),
  z.strictObject({ kind: z.literal('cancelled'), count: z.int() }),
  z.strictObject({ kind: z.literal('withdrawal'), withdrawalId: Id }),
] as const

/** An error in place of a reply. */
interface Failure {
  readonly kind: 'failed'
  readonly name: string
  readonly reason: string
}

const ReplyOnWire: z.ZodMiniType<Exclude<Reply, UnfinishedOutcome> | Failure> = z.discriminatedUnion('kind', [
  ...OUTCOMES,
  z.strictObject({ kind: z.literal('expired'), count: z.int() }),
  z.strictObject({ kind: z.literal('continued') }),
  z.strictObject({ kind: z.literal('rules'), applied: z.boolean() }),
  z.strictObject({
    kind: z.literal('refused'),
    code: z.custom<EngineRefusal>((code) => typeof code === 'string'),
    marketPrice: z.exactOptional(PriceText),
    at: Time,
  }),
  z.strictObject({ kind: z.literal('found'), outcome: orAbsent(z.discriminatedUnion('kind', OUTCOMES)) }),
  z.strictObject({ kind: z.literal('failed'), name: z.string(), reason: z.string() }),
])

/** A command with a field that this version does not know is refused, on whatever level the field is. */
function readRequest(given: unknown): SentRequest {
  const sent = z.decode(RequestOnWire, given)
  const unknown = Object.keys(Object(Reflect.get(Object(given), 'request'))).find((key) => !(key in sent.request))
  if (unknown !== undefined) throw new Error(`a request has a field that this version does not know: ${unknown}`)
  return sent
}

export const REQUESTS = wireOf(RequestOnWire, readRequest)
export const REPLIES = wireOf(ReplyOnWire, ignoringUnknown(ReplyOnWire))

export const failureOf = ({ name, message }: Error): Failure => ({ kind: 'failed', name, reason: message })

/** The error for the sender: the two that say what became of the command are what they were. */
export function errorOf({ name, reason }: Failure): Error {
  if (name === 'ExchangeUnavailable') return new ExchangeUnavailable(reason)
  if (name === 'OutcomeUnknown') return new OutcomeUnknown(reason)
  return Object.assign(new Error(reason), { name })
}
