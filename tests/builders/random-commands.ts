import fc from 'fast-check'
import { PLAIN_TERMS } from '#domain/order.ts'
import { amount, price } from '#domain/units.ts'
import type { Withdrawer } from '#domain/withdrawal.ts'
import type { Command, HoldFunds, Leaving, PlaceOrder } from '#server/engine/commands.ts'
import { ARENAS, type Arena, inventoryRoomOf } from './arenas.ts'
import { STOPPED_NETWORK } from './coins.ts'
import { aCredit, aHold, anEnd, aTransfer } from './random-funds.ts'
import { anOco } from './random-oco.ts'
import { randomRules } from './random-rules.ts'
import { priceAt, steps, type Terms, termsWith } from './random-terms.ts'
import { charges, type Make, opening, quantity, stamp, user } from './random-users.ts'

const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const quote = fc.record({
  lasts: fc.constantFrom(-1, 0, ...Array<number>(8).fill(1_000)),
  refusal: fc.constantFrom('PRICE_STALE' as const, 'PRICE_CHANGED' as const),
})

const anOrder = ({ arenas, stops }: Crowd) =>
  fc
    .record({
      userId: user,
      side,
      arena: fc.constantFrom(...arenas),
      quantity,
      isDust: fc.nat(15).map((drawn) => drawn === 0),
      charges,
      steps,
      isAtMarket: fc.nat(5).map((drawn) => drawn === 0),
      terms: termsWith(stops),
      isWarned: fc.nat(3).map((drawn) => drawn === 0),
      reference: fc.constantFrom(...Array<undefined>(5).fill(undefined), 1n, 8n, 8n),
    })
    .map(({ userId, side, arena, quantity, isDust, charges, steps, isAtMarket, terms, isWarned, reference }): Make => {
      const { stop, trail, lasts, ...plain }: Terms = terms
      // The limit of a trailing stop is mostly on the right side of it.
      const isBeside = stop !== undefined && trail !== undefined && Math.abs(steps) < 5
      const beside = (stop ?? 0) + (side === 'BUY' ? Math.abs(steps) : -Math.abs(steps))
      return (given): PlaceOrder => ({
        type: 'placeOrder',
        ...stamp(userId, given),
        marketId: arena.market.id,
        side,
        unitPrice: isAtMarket ? undefined : priceAt(arena, isBeside ? beside : steps),
        terms: {
          ...PLAIN_TERMS,
          ...plain,
          postOnly: plain.postOnly === true && !isAtMarket,
          stopPrice: stop === undefined || isAtMarket ? undefined : priceAt(arena, stop),
          trailingDistance: trail === undefined || isAtMarket ? undefined : price(BigInt(trail) * arena.step),
          expiresAt: typeof lasts === 'number' && !isAtMarket ? Math.ceil((given.at + lasts + 1) / 5) * 5 : undefined,
        },
        warnsOfPrice: isWarned && !isAtMarket && stop === undefined,
        referencePrice: reference === undefined ? undefined : price((arena.about * reference) / 8n || 1n),
        amount: amount(isDust ? 1n : BigInt(quantity) * arena.lot),
        charges,
        quoteInToman: price(98_765_43210987n),
        clientOrderId: given.key,
      })
    })

/** Mostly none; otherwise until exactly this instant, or a later one, relative to the command. */
const withdrawalHolds = fc.record({
  blocked: fc.nat(9).map((drawn) => drawn === 0),
  authorized: fc.nat(9).map((drawn) => drawn > 0),
  heldFor: fc.constantFrom(undefined, undefined, undefined, 0, 1),
  readBefore: fc.constantFrom(0, 0, 5_000, 5_001),
  stopped: fc.nat(9).map((drawn) => drawn === 0),
  unsaved: fc.nat(9).map((drawn) => drawn === 0),
  usableIn: fc.constantFrom(undefined, undefined, undefined, 0, 1),
  worth: fc.constantFrom(undefined, 1, 1, 2, 2, 3, 5, 5, 6),
})
type WithdrawalHolds = typeof withdrawalHolds extends fc.Arbitrary<infer Drawn> ? Drawn : never

const withdrawerOf = (
  { blocked, authorized, heldFor, readBefore, stopped, unsaved, usableIn }: WithdrawalHolds,
  at: number,
): Withdrawer => ({
  ...{ blocked, authorized, stopped, limits: LIMITS },
  destinationUnsaved: unsaved,
  destinationFrom: usableIn === undefined ? undefined : at + usableIn,
  heldUntil: heldFor === undefined ? undefined : at + heldFor,
  readAt: at - readBefore,
})

/** Small enough that a few withdrawals reach each of them. */
const LIMITS = {
  ...{ hour: amount(5n), day: amount(9n), allHour: amount(6n) },
  ...{ oneOperatorFrom: amount(2n), twoOperatorsFrom: amount(5n) },
}

const leavingOf = (holds: WithdrawalHolds, at: number): Leaving => ({
  destination: DESTINATION,
  withdrawer: withdrawerOf(holds, at),
  worth: holds.worth === undefined ? undefined : amount(BigInt(holds.worth)),
})

const aWithdrawal = (arenas: readonly Arena[]) =>
  fc.record({ userId: user, arena: fc.constantFrom(...arenas), quantity, holds: withdrawalHolds }).map(
    ({ userId, arena, quantity, holds }): Make =>
      (given) => ({
        type: 'withdraw',
        ...stamp(userId, given),
        ...leavingOf(holds, given.at),
        coinId: arena.market.base.id,
        amount: amount(BigInt(quantity) * arena.lot),
      }),
  )

const DESTINATION = { tokenType: 'CHAIN', address: 'outside', networkFee: amount(0n) }

const STOPPED_DESTINATION = { ...DESTINATION, tokenType: STOPPED_NETWORK.tokenType }

const aQuickTrade = (arenas: readonly Arena[]) =>
  fc
    .record({
      userId: user,
      side,
      arena: fc.constantFrom(...arenas),
      quantity,
      isUpToBound: fc.nat(5).map((drawn) => drawn === 0),
      charges,
      isSent: fc.boolean(),
      isStopped: fc.nat(5).map((drawn) => drawn === 0),
      holds: withdrawalHolds,
      quote,
    })
    .map(({ userId, side, arena, quantity, isUpToBound, charges, isSent, isStopped, holds, quote }): Make => {
      const { market, about, lot } = arena
      return (given) => ({
        type: 'quickTrade',
        ...stamp(userId, given),
        marketId: market.id,
        side,
        amount: amount((isUpToBound ? inventoryRoomOf(market.base) : undefined) ?? BigInt(quantity) * lot),
        unitPrice: price(about),
        quote: { goodUntil: given.at + quote.lasts, refusal: quote.refusal },
        charges,
        quoteInToman: undefined,
        leaving:
          isSent && side === 'BUY'
            ? { ...leavingOf(holds, given.at), ...(isStopped && { destination: STOPPED_DESTINATION }) }
            : undefined,
      })
    })

const BY = fc.constantFrom({}, { byOperator: true } as const)
const aCancel = fc.record({ userId: user, back: fc.nat(12), by: BY }).map(({ userId, back, by }): Make => {
  return (given) => ({ type: 'cancelOrder', ...stamp(userId, given), orderId: Math.max(1, given.placed - back), ...by })
})

/** Another price, another amount, another stop price, or several of them; sometimes of somebody else's order. */
const anAmendment = (arenas: readonly Arena[]) =>
  fc
    .record({
      userId: user,
      // Of the orders that were sent, many were refused and have no id.
      share: fc.nat(99),
      arena: fc.constantFrom(...arenas),
      quantity: fc.option(quantity, { nil: undefined }),
      steps: fc.option(steps, { nil: undefined }),
      stop: fc.option(steps, { nil: undefined, freq: 2 }),
      lasts: fc.constantFrom(...Array<undefined>(8).fill(undefined), null, -1, 5, 20),
      isWarned: fc.nat(3).map((drawn) => drawn === 0),
      reference: fc.constantFrom(...Array<undefined>(5).fill(undefined), 1n, 8n),
    })
    .map(({ userId, share, arena, quantity, steps, stop, lasts, isWarned, reference }): Make => {
      return (given) => ({
        type: 'amendOrder',
        ...stamp(userId, given),
        orderId: 1 + Math.floor((given.placed * share) / 100),
        amount: quantity === undefined ? undefined : amount(BigInt(quantity) * arena.lot),
        unitPrice: steps === undefined ? undefined : priceAt(arena, steps),
        stopPrice: stop === undefined ? undefined : priceAt(arena, stop),
        expiresAt: typeof lasts === 'number' ? given.at + lasts : lasts,
        quoteInToman: undefined,
        warnsOfPrice: isWarned,
        referencePrice: reference === undefined ? undefined : price((arena.about * reference) / 8n || 1n),
      })
    })

/** Sometimes so few per turn that the rest waits after other commands. */
const aCancelOfAll = fc
  .record({
    userId: user,
    marketId: fc.constantFrom(undefined, ...ARENAS.map(({ market }) => market.id)),
    most: fc.constantFrom(1, 2, 1_000),
  })
  .map(({ userId, marketId, most }): Make => {
    return (given) => ({ type: 'cancelAllOrders', ...stamp(userId, given), marketId, most })
  })

/** Time passes, sometimes for two orders at most. */
const anExpiry = fc.constantFrom(1, 2, 100).map((most): Make => {
  return ({ at }) => ({ type: 'expireOrders', at, most })
})

const someRules = randomRules.map(
  (rules): Make =>
    ({ at }) => ({ ...rules, at }),
)

/** The same command again, or another under its key. */
const aRepeat = fc
  .record({ back: fc.nat(9), isOther: fc.nat(2).map((drawn) => drawn === 0) })
  .map(({ back, isOther }): Make => {
    return ({ past, at }) => {
      const again = past.at(-1 - (back % past.length))
      if (!again) throw new Error('a stream begins with credits')
      return { ...again, at, ...(isOther && { fingerprint: 'something else' }) }
    }
  })

/** The markets of a stream, the number of stops in a hundred orders, and how often other commands come. */
interface Crowd {
  readonly arenas: readonly Arena[]
  readonly stops: number
  readonly others: number
}

/** All commands of the engine; a stream begins with those that make most of the others possible. */
export const commandStream: fc.Arbitrary<Command[]> = streamOf({ arenas: ARENAS, stops: 50, others: 2 })

/** Orders, cancellations and the passing of time in one market, so that many of them meet. */
export const orderStream: fc.Arbitrary<Command[]> = fc
  .constantFrom(...ARENAS)
  .chain((arena) => streamOf({ arenas: [arena], stops: 40, others: 0 }))

/** Mostly stops, in one market, so that they trigger each other. */
export const stopStream: fc.Arbitrary<Command[]> = fc
  .constantFrom(...ARENAS)
  .chain((arena) => streamOf({ arenas: [arena], stops: 70, others: 0 }))

function streamOf(crowd: Crowd): fc.Arbitrary<Command[]> {
  const { arenas, others } = crowd
  const kinds = [
    { arbitrary: anOrder(crowd), weight: 12 },
    { arbitrary: anOco(arenas), weight: 3 },
    { arbitrary: aCancel, weight: 2 },
    { arbitrary: anAmendment(arenas), weight: 10 },
    { arbitrary: aCancelOfAll, weight: others / 2 },
    { arbitrary: anExpiry, weight: 1 },
    { arbitrary: aQuickTrade(arenas), weight: 2 * others },
    { arbitrary: aCredit, weight: others },
    { arbitrary: aTransfer, weight: others / 2 },
    { arbitrary: aHold, weight: others },
    { arbitrary: aWithdrawal(arenas), weight: others / 2 },
    { arbitrary: anEnd, weight: others },
    { arbitrary: aRepeat, weight: others },
    { arbitrary: someRules, weight: others / 2 },
  ]
  return fc
    .array(fc.oneof(...kinds.filter(({ weight }) => weight > 0)), { minLength: 5, maxLength: 120, size: 'max' })
    .map((makes) => {
      const commands: Command[] = opening()
      const holds: HoldFunds[] = []
      let placed = 0
      for (const make of makes) {
        // Two commands come at the same instant.
        const at = Math.floor(commands.length / 2)
        const past = commands.filter((command) => 'key' in command)
        const command = make({ key: `k${commands.length}`, at, placed, holds, past })
        if (command.type === 'placeOrder') placed += 1
        if (command.type === 'placeOco') placed += 2
        if (command.type === 'hold') holds.push(command)
        commands.push(command)
      }
      return commands
    })
}
