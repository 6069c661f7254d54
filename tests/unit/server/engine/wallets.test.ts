import { expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import { apply } from '#server/engine/apply.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState } from '#server/engine/state.ts'
import { walletOf } from '#server/engine/wallet.ts'

/** Coins are rows that operators write, with any small integer for an id; owners are users and system accounts. */
const COINS = [0, 1, 2, 999, 1_000, 1_023, 1_024, 1_025, 2_047, 2_048, 32_767]
const OWNERS = [-1_001, -1_000, -6, -1, 1, 2, 3, 1_000, 1_024, 4_194_304, 4_294_967_297, Number.MAX_SAFE_INTEGER]

test('no two wallets are one, whatever the ids of their coins and owners', () => {
  const state = createState([])
  const pairs = OWNERS.flatMap((ownerId) => COINS.map((coinId) => ({ ownerId, coinId })))
  pairs.forEach((pair, i) => {
    walletOf(state, pair).available = amount(BigInt(i + 1))
  })
  expect(pairs.map((pair) => walletOf(state, pair).available)).toEqual(pairs.map((_, i) => BigInt(i + 1)))
  expect(pairs.map((pair) => walletOf(state, pair))).toMatchObject(pairs)
  expect([...state.wallets.values()]).toHaveLength(pairs.length)
})

test('what is credited in a coin with a large id is not money of the next owner', () => {
  const state = createState([])
  const journal = createJournal()
  const given = { userId: 1, key: 'gift', fingerprint: 'gift', at: 1, reference: 'gift' }
  apply(state, { ...given, type: 'credit', source: 'chainCustody', coinId: 1_025, amount: amount(7n) }, journal)
  expect(walletOf(state, { ownerId: 1, coinId: 1_025 }).available).toBe(7n)
  expect(walletOf(state, { ownerId: 2, coinId: 1 }).available).toBe(0n)
})
