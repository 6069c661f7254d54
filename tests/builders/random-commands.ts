import fc from 'fast-check'
import { ownerIdOf, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { PLAIN_TERMS } from '#domain/order.ts'
import { amount, price } from '#domain/units.ts'
import type { Withdrawer } from '#domain/withdrawal.ts'
import type { Command, Credit, HoldFunds, KeyedCommand, PlaceOrder } from '#server/engine/commands.ts'
import { ARENA_COINS, ARENAS, type Arena, inventoryRoomOf, openingOf } from './arenas.ts'
import { randomRules } from './random-rules.ts'
import { steps, type Terms, termsWith } from './random-terms.ts'
import { charges, opening, stamp, USERS } from './random-users.ts'

const user = fc.constantFrom(...USERS)
const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const quantity = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
)
const source = fc.constantFrom('gateway/ZARINPAL' as const, 'hot/ERC20' as const)
/** Deposits whose owner is found later come from here. */
const anySource = fc.oneof(
  { weight: 4, arbitrary: source },
  { weight: 1, arbitrary: fc.constant('suspense/ERC20' as const) },
)

const quote = fc.record({
  lasts: fc.constantFrom(-1, 0, ...Array<number>(8).fill(1_000)),
  refusal: fc.constantFrom('PRICE_STALE' as const, 'PRICE_CHANGED' as const),
})

/** Makes a command for a given place in a stream. */
type Make = (given: Given) => Command

interface Given {
  readonly key: string
  readonly at: number
  /** The number of orders so far, which is close to the last order's id. */
  readonly placed: number
  readonly holds: readonly HoldFunds[]
  readonly past: readonly KeyedCommand[]
}

const priceAt = ({ about, step }: Arena, steps: number) => {
  const at = about + BigInt(steps) * step
  return price(at > 0n ? at : step)
}

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
      const { stop, lasts, ...plain }: Terms = terms
      return (given): PlaceOrder => ({
        type: 'placeOrder',
        ...stamp(userId, given),
        marketId: arena.market.id,
        side,
        unitPrice: isAtMarket ? undefined : priceAt(arena, steps),
        terms: {
          ...PLAIN_TERMS,
          ...plain,
          postOnly: plain.postOnly === true && !isAtMarket,
          stopPrice: stop === undefined || isAtMarket ? undefined : priceAt(arena, stop),
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
})
type WithdrawalHolds = typeof withdrawalHolds extends fc.Arbitrary<infer Drawn> ? Drawn : never

const withdrawerOf = ({ blocked, authorized, heldFor, readBefore }: WithdrawalHolds, at: number): Withdrawer => ({
  ...{ blocked, authorized },
  heldUntil: heldFor === undefined ? undefined : at + heldFor,
  readAt: at - readBefore,
})

const DESTINATION = { tokenType: 'CHAIN', address: 'outside', networkFee: amount(0n) }

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
      isServed: fc.nat(5).map((drawn) => drawn > 0),
      holds: withdrawalHolds,
      quote,
    })
    .map(({ userId, side, arena, quantity, isUpToBound, charges, isSent, isServed, holds, quote }): Make => {
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
        destination:
          isSent && side === 'BUY'
            ? { ...DESTINATION, isServed, withdrawer: withdrawerOf(holds, given.at) }
            : undefined,
      })
    })

const BY = fc.constantFrom({}, { byOperator: true } as const)
const aCancel = fc.record({ userId: user, back: fc.nat(12), by: BY }).map(({ userId, back, by }): Make => {
  return (given) => ({ type: 'cancelOrder', ...stamp(userId, given), orderId: Math.max(1, given.placed - back), ...by })
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

/** Another command names the same payment or hold as an earlier one. */
const isAgain = fc.nat(7).map((drawn) => drawn === 0)
const pastReference = ({ past }: Given, type: 'credit' | 'hold') =>
  past.flatMap((command) => (command.type === type ? [command.reference] : [])).at(-1)

const SUSPENSE = ownerIdOf('suspense/ERC20')
const isSuspended = (command: KeyedCommand): command is Credit =>
  command.type === 'credit' && command.userId === SUSPENSE

const aCredit = fc
  .record({
    userId: fc.oneof(user, fc.constantFrom(SYSTEM_ACCOUNT.otcInventory, SUSPENSE)),
    coin: fc.constantFrom(...ARENA_COINS),
    source: anySource,
    quantity,
    isAgain,
  })
  .map(({ userId, coin, source, quantity, isAgain }): Make => {
    const lot = openingOf(coin) / (userId > 0 ? 20n : 20_000n) || 1n
    return (given) => {
      const waits = source === 'suspense/ERC20' ? given.past.find(isSuspended) : undefined
      return {
        type: 'credit',
        ...stamp(userId, given),
        source,
        coinId: waits?.coinId ?? coin.id,
        amount: waits?.amount ?? amount(BigInt(quantity) * lot),
        reference: (isAgain && pastReference(given, 'credit')) || `deposit/${given.key}`,
      }
    }
  })

const aHold = fc
  .record({ userId: user, coin: fc.constantFrom(...ARENA_COINS), quantity, isDust: fc.boolean(), isAgain })
  .map(({ userId, coin, quantity, isDust, isAgain }): Make => {
    const lot = isDust ? 1n : openingOf(coin) / 20n || 1n
    return (given) => ({
      type: 'hold',
      ...stamp(userId, given),
      coinId: coin.id,
      amount: amount(BigInt(quantity) * lot),
      reference: (isAgain && pastReference(given, 'hold')) || `hold/${given.key}`,
    })
  })

/** Quarters of what was once held: of a hold that was settled before, sometimes too much. */
const someParts = fc.array(
  fc.record({ account: fc.constantFrom('hot/ERC20' as const, 'feesCharged/ERC20' as const), quarters: fc.nat(4) }),
  { minLength: 1, maxLength: 3 },
)

/** Mostly one's own hold, sometimes one that has ended, is another user's or never existed. */
const anEnd = fc
  .record({
    userId: user,
    isOwner: fc.nat(4),
    isReleased: fc.nat(2).map((drawn) => drawn === 0),
    back: fc.nat(3),
    parts: someParts,
    rest: fc.constantFrom('held' as const, 'released' as const),
  })
  .map(({ userId, isOwner, isReleased, back, parts, rest }): Make => {
    return (given) => {
      const held = given.holds.at(-1 - back)
      const asking = held && isOwner > 0 ? held.userId : userId
      const stamped = { ...stamp(asking, given), reference: held?.reference ?? 'hold/none' }
      if (isReleased) return { type: 'release', ...stamped }
      const quarterOf = (quarters: number) => ((held?.amount ?? 4n) * BigInt(quarters)) / 4n
      const sent = parts.map(({ account, quarters }) => ({ account, amount: amount(quarterOf(quarters)) }))
      return { type: 'settle', ...stamped, parts: sent, rest }
    }
  })

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
    { arbitrary: aCancel, weight: 2 },
    { arbitrary: aCancelOfAll, weight: others / 2 },
    { arbitrary: anExpiry, weight: 1 },
    { arbitrary: aQuickTrade(arenas), weight: 2 * others },
    { arbitrary: aCredit, weight: others },
    { arbitrary: aHold, weight: others },
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
        if (command.type === 'hold') holds.push(command)
        commands.push(command)
      }
      return commands
    })
}
