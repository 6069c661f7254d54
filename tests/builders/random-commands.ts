import fc from 'fast-check'
import type { Market } from '#domain/market.ts'
import { SELF_TRADE_PREVENTIONS } from '#domain/order.ts'
import { type OrderTerms, PLAIN_TERMS } from '#domain/order-terms.ts'
import { amount, ppm, price } from '#domain/units.ts'
import type { Command, HoldFunds, KeyedCommand, PlaceOrder } from '#server/engine/commands.ts'
import { CAMEL_DUST, ETHEREUM_TETHER, GOLD_TOMAN } from './markets.ts'

/** Markets whose scales differ the most, with a price around which orders meet in each. */
const ARENAS: readonly { market: Market; about: bigint; step: bigint; lot: bigint }[] = [
  { market: GOLD_TOMAN, about: 9_876_543_21n, step: 1_234_567n, lot: 333n },
  { market: ETHEREUM_TETHER, about: 3_141_59265358n, step: 97_000_001n, lot: 7_777_777_777_777_777n },
  { market: CAMEL_DUST, about: 17n, step: 1n, lot: 1n },
]

const COIN_IDS = [...new Set(ARENAS.flatMap(({ market }) => [market.base.id, market.quote.id]))]
const USERS = [1, 2, 3, 4]

const user = fc.constantFrom(...USERS)
const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const arena = fc.constantFrom(...ARENAS)
const quantity = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 1_000 }))
const source = fc.constantFrom('gatewayClearing' as const, 'chainCustody' as const)

/** Rates up to a percent; an inviter may be another user, oneself by mistake, or somebody who never trades. */
const charges = fc.record({
  taker: fc.constantFrom(ppm(4_000n), ppm(3_333n), ppm(0n), ppm(10_000n)),
  maker: fc.constantFrom(ppm(3_000n), ppm(2_999n), ppm(0n)),
  inviterId: fc.constantFrom(undefined, ...USERS, 77),
})

/** A command without its place in a stream. */
type Make = (given: Given) => Command

interface Given {
  readonly key: string
  readonly at: number
  /** Orders so far, which is not far from the last order's id. */
  readonly placed: number
  readonly holds: readonly HoldFunds[]
}

const stamp = (userId: number, { key, at }: { key: string; at: number }) => ({
  userId,
  key,
  at,
  fingerprint: `of ${key}`,
})

const steps = fc.integer({ min: -4, max: 4 })
const selfTradePrevention = fc.constantFrom(...SELF_TRADE_PREVENTIONS)

/** Terms without their prices and times: those of a limit order, of one that must trade at once, of a stop, and plain ones. */
const terms = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ postOnly: fc.boolean(), lasts: fc.option(fc.nat(25)), selfTradePrevention }) },
  { weight: 2, arbitrary: fc.record({ timeInForce: fc.constantFrom('IOC', 'FOK'), selfTradePrevention }) },
  {
    weight: 4,
    arbitrary: fc.record({
      stop: steps,
      lasts: fc.option(fc.nat(25)),
      timeInForce: fc.constantFrom('GTC', 'GTC', 'IOC', 'FOK'),
      selfTradePrevention,
    }),
  },
  { weight: 1, arbitrary: fc.record({ stop: steps, postOnly: fc.constant(true) }) },
) satisfies fc.Arbitrary<Terms>

interface Terms extends Partial<Pick<OrderTerms, 'timeInForce' | 'postOnly' | 'selfTradePrevention'>> {
  /** Steps from the arena's price. */
  readonly stop?: number
  /** For how many commands. */
  readonly lasts?: number | null
}

const anOrder = fc
  .record({ userId: user, side, arena, quantity, charges, steps, atMarket: fc.nat(5), terms, warned: fc.nat(3) })
  .map(
    ({
      userId,
      side,
      arena: { market, about, step, lot },
      quantity,
      charges,
      steps,
      atMarket,
      terms,
      warned,
    }): Make => {
      const { stop, lasts, ...plain }: Terms = terms
      const isMarketOrder = atMarket === 0
      const stopPrice = stop === undefined || isMarketOrder ? undefined : price(about + BigInt(stop) * step)
      return (given): PlaceOrder => ({
        type: 'placeOrder',
        ...stamp(userId, given),
        marketId: market.id,
        side,
        unitPrice: isMarketOrder ? undefined : price(about + BigInt(steps) * step),
        terms: {
          ...PLAIN_TERMS,
          ...plain,
          postOnly: plain.postOnly === true && !isMarketOrder,
          stopPrice,
          expiresAt: typeof lasts === 'number' && !isMarketOrder ? given.at + lasts + 1 : undefined,
        },
        warnsOfPrice: warned === 0 && !isMarketOrder && stop === undefined,
        amount: amount(BigInt(quantity) * lot),
        charges,
        quoteInToman: price(98_765_43210987n),
        clientOrderId: given.key,
      })
    },
  )

const DESTINATION = { tokenType: 'CHAIN', address: 'outside', networkFee: amount(0n) }

const aQuickTrade = fc
  .record({ userId: user, side, arena, quantity, charges, isSent: fc.boolean() })
  .map(({ userId, side, arena: { market, about, lot }, quantity, charges, isSent }): Make => {
    return (given) => ({
      type: 'quickTrade',
      ...stamp(userId, given),
      marketId: market.id,
      side,
      amount: amount(BigInt(quantity) * lot),
      unitPrice: price(about),
      charges,
      quoteInToman: undefined,
      destination: isSent && side === 'BUY' ? DESTINATION : undefined,
    })
  })

const aCancel = fc.record({ userId: user, back: fc.nat(12) }).map(({ userId, back }): Make => {
  return ({ at, placed }) => ({ type: 'cancelOrder', userId, orderId: Math.max(1, placed - back), at })
})

/** Time comes, sometimes for two orders at most. */
const anExpiry = fc.constantFrom(2, 100).map(
  (most): Make =>
    ({ at }) => ({ type: 'expireOrders', at, most }),
)

const aCredit = fc
  .record({ userId: fc.oneof(user, fc.constant(-3)), coinId: fc.constantFrom(...COIN_IDS), source, quantity })
  .map(({ userId, coinId, source, quantity }): Make => {
    const lot = 10n ** BigInt([5, 105].includes(coinId) ? 16 : 9)
    return (given) => ({
      type: 'credit',
      ...stamp(userId, given),
      source,
      coinId,
      amount: amount(BigInt(quantity) * lot),
      reference: `deposit/${given.key}`,
    })
  })

const aHold = fc
  .record({ userId: user, coinId: fc.constantFrom(...COIN_IDS), quantity })
  .map(({ userId, coinId, quantity }): Make => {
    return (given) => ({
      type: 'hold',
      ...stamp(userId, given),
      coinId,
      amount: amount(BigInt(quantity)),
      reference: `hold/${given.key}`,
    })
  })

/** Mostly of one's own hold, and sometimes of one that has ended, is another's or never was. */
const anEnd = fc
  .record({
    userId: user,
    isOwner: fc.nat(4),
    type: fc.constantFrom('release' as const, 'settle' as const),
    back: fc.nat(3),
    source,
  })
  .map(({ userId, isOwner, type, back, source }): Make => {
    return (given) => {
      const held = given.holds.at(-1 - back)
      const asking = held && isOwner > 0 ? held.userId : userId
      return { type, ...stamp(asking, given), source, reference: held?.reference ?? 'hold/none' }
    }
  })

/** Everything that can be asked of the engine; a stream begins with what makes most of it possible. */
export const commandStream: fc.Arbitrary<Command[]> = streamOf([
  { arbitrary: anOrder, weight: 10 },
  { arbitrary: aCancel, weight: 3 },
  { arbitrary: anExpiry, weight: 1 },
  { arbitrary: aQuickTrade, weight: 2 },
  { arbitrary: aCredit, weight: 2 },
  { arbitrary: aHold, weight: 1 },
  { arbitrary: anEnd, weight: 1 },
])

/** Orders, cancellations and the passing of time alone, for books that stand. */
export const orderStream: fc.Arbitrary<Command[]> = streamOf([
  { arbitrary: anOrder, weight: 8 },
  { arbitrary: aCancel, weight: 1 },
  { arbitrary: anExpiry, weight: 1 },
])

function streamOf(kinds: fc.WeightedArbitrary<Make>[]): fc.Arbitrary<Command[]> {
  return fc.array(fc.oneof(...kinds), { minLength: 5, maxLength: 120, size: 'max' }).map((makes) => {
    const commands: Command[] = opening()
    const holds: HoldFunds[] = []
    let placed = 0
    for (const make of makes) {
      const at = commands.length
      const command = make({ key: `k${at}`, at, placed, holds })
      if (command.type === 'placeOrder') placed += 1
      if (command.type === 'hold') holds.push(command)
      commands.push(command)
    }
    return commands
  })
}

/** Every user begins with a little of everything: enough for some orders, not for all. */
function opening(): KeyedCommand[] {
  return USERS.flatMap((userId) =>
    COIN_IDS.map((coinId): KeyedCommand => {
      const key = `opening-${coinId}`
      const given = coinId === 8 ? 60n : coinId === 5 ? 3n * 10n ** 18n : 4_000_000_000n
      return {
        type: 'credit',
        ...stamp(userId, { key, at: 0 }),
        source: 'chainCustody',
        coinId,
        amount: amount(given),
        reference: `opening/${userId}/${coinId}`,
      }
    }),
  )
}

export const marketOfId = (id: number): Market => {
  const found = ARENAS.find(({ market }) => market.id === id)
  if (!found) throw new Error(`market ${id} is not among the random ones`)
  return found.market
}

export const ARENA_MARKETS = ARENAS.map(({ market }) => market)
