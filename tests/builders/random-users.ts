import fc from 'fast-check'
import type { Charges } from '#domain/fee.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { amount, ppm } from '#domain/units.ts'
import type { Command, HoldFunds, KeyedCommand } from '#server/engine/commands.ts'
import { ARENA_COINS, openingInventoryOf, openingOf } from './arenas.ts'

/** The senders of random commands. */
export const USERS = [1, 2, 3, 4]

export const user = fc.constantFrom(...USERS)
export const quantity = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
)

/** Makes a command for a given place in a stream. */
export type Make = (given: Given) => Command

export interface Given {
  readonly key: string
  readonly at: number
  /** The number of orders so far, which is close to the last order's id. */
  readonly placed: number
  readonly holds: readonly HoldFunds[]
  readonly past: readonly KeyedCommand[]
}

/** The common fields of users' commands. */
export const stamp = (userId: number, { key, at }: { key: string; at: number }) => ({
  userId,
  key,
  at,
  fingerprint: `of ${key}`,
})

/** Gives each of them, and the operator's inventory, some of every coin. */
export function opening(): KeyedCommand[] {
  return [...USERS, SYSTEM_ACCOUNT.otcInventory].flatMap((userId) =>
    ARENA_COINS.map((coin): KeyedCommand => {
      const given = userId > 0 ? openingOf(coin) : openingInventoryOf(coin)
      return {
        type: 'credit',
        ...stamp(userId, { key: `opening-${coin.id}`, at: 0 }),
        source: 'hot/ERC20',
        coinId: coin.id,
        amount: amount(given),
        reference: `opening/${userId}/${coin.id}`,
      }
    }),
  )
}

/**
 * Rates up to one percent, with or without a friend's share; the inviter may be another user, by mistake the user, or somebody who never
 * trades.
 */
export const charges: fc.Arbitrary<Charges> = fc.record(
  {
    taker: fc.constantFrom(ppm(4_000n), ppm(3_333n), ppm(0n), ppm(10_000n)),
    maker: fc.constantFrom(ppm(3_000n), ppm(2_999n), ppm(0n)),
    inviterId: fc.constantFrom(undefined, ...USERS, 77),
    friendShare: fc.constantFrom(ppm(50_000n), ppm(100_000n), ppm(150_000n)),
  },
  { requiredKeys: ['taker', 'maker', 'inviterId'] },
)
