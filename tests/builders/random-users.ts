import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { KeyedCommand } from '#server/engine/commands.ts'
import { ARENA_COINS, openingInventoryOf, openingOf } from './arenas.ts'

/** Who sends random commands. */
export const USERS = [1, 2, 3, 4]

/** What every command of a user carries. */
export const stamp = (userId: number, { key, at }: { key: string; at: number }) => ({
  userId,
  key,
  at,
  fingerprint: `of ${key}`,
})

/** Each of them, and the operator's inventory, begins with something of every coin. */
export function opening(): KeyedCommand[] {
  return [...USERS, SYSTEM_ACCOUNT.otcInventory].flatMap((userId) =>
    ARENA_COINS.map((coin): KeyedCommand => {
      const given = userId > 0 ? openingOf(coin) : openingInventoryOf(coin)
      return {
        type: 'credit',
        ...stamp(userId, { key: `opening-${coin.id}`, at: 0 }),
        source: 'chainCustody',
        coinId: coin.id,
        amount: amount(given),
        reference: `opening/${userId}/${coin.id}`,
      }
    }),
  )
}
