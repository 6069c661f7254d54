import fc from 'fast-check'
import { ownerIdOf, type Reference, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { Credit, KeyedCommand } from '#server/engine/commands.ts'
import { ARENA_COINS, openingOf } from './arenas.ts'
import { type Given, type Make, quantity, stamp, user } from './random-users.ts'

const source = fc.constantFrom('gateway/ZARINPAL' as const, 'hot/ERC20' as const)
/** Deposits whose owner is found later come from here. */
const anySource = fc.oneof(
  { weight: 4, arbitrary: source },
  { weight: 1, arbitrary: fc.constant('suspense/ERC20' as const) },
)

/** Another command names the same payment or hold as an earlier one. */
const isAgain = fc.nat(7).map((drawn) => drawn === 0)
const pastReference = ({ past }: Given, type: Reference['kind']) =>
  past.flatMap((command) => (command.type === type ? [command.reference] : [])).at(-1)

const SUSPENSE = ownerIdOf('suspense/ERC20')
const isSuspended = (command: KeyedCommand): command is Credit =>
  command.type === 'credit' && command.userId === SUSPENSE

export const aCredit = fc
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

/** Between accounts of the exchange: coins to the cold wallet, a network's fee, deposits found or lost. */
export const aTransfer = fc
  .record({
    of: fc.constantFrom(
      { type: 'sweep', debit: 'cold/ERC20', credit: 'hot/ERC20' } as const,
      { type: 'fee', debit: 'feesPaid/ERC20', credit: 'hot/ERC20' } as const,
      { type: 'correction', debit: 'hot/ERC20', credit: 'suspense/ERC20' } as const,
      { type: 'correction', debit: 'suspense/ERC20', credit: 'hot/ERC20' } as const,
    ),
    coin: fc.constantFrom(...ARENA_COINS),
    quantity,
    isAgain,
  })
  .map(({ of, coin, quantity, isAgain }): Make => {
    return (given) => ({
      ...of,
      ...stamp(SUSPENSE, given),
      coinId: coin.id,
      amount: amount(BigInt(quantity)),
      reference: (isAgain && pastReference(given, of.type)) || `transfer/${given.key}`,
    })
  })

export const aHold = fc
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

/** Mostly one's own hold, sometimes that of a withdrawal, or one that has ended, is another user's or never existed. */
export const anEnd = fc
  .record({
    userId: user,
    isOwner: fc.nat(4),
    isOfWithdrawal: fc.nat(4).map((drawn) => drawn === 0),
    isReleased: fc.nat(2).map((drawn) => drawn === 0),
    back: fc.nat(3),
    parts: someParts,
    rest: fc.constantFrom('held' as const, 'released' as const),
  })
  .map(({ userId, isOwner, isOfWithdrawal, isReleased, back, parts, rest }): Make => {
    return (given) => {
      const held = isOfWithdrawal ? undefined : given.holds.at(-1 - back)
      const asking = held && isOwner > 0 ? held.userId : userId
      const stamped = { ...stamp(asking, given), reference: held?.reference ?? `withdrawal/${1 + (back % 2)}` }
      if (isReleased) return { type: 'release', ...stamped }
      const quarterOf = (quarters: number) => ((held?.amount ?? 4n) * BigInt(quarters)) / 4n
      const sent = parts.map(({ account, quarters }) => ({ account, amount: amount(quarterOf(quarters)) }))
      return { type: 'settle', ...stamped, parts: sent, rest }
    }
  })
