import { expect, test } from 'vitest'
import { amount, ppm } from '#domain/units.ts'
import { apply } from '#server/engine/apply.ts'
import type { Command } from '#server/engine/commands.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState } from '#server/engine/state.ts'
import { walletOf } from '#server/engine/wallet.ts'
import { order } from '#tests/builders/commands.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { priceOf } from '#tests/builders/quantities.ts'

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
  apply(state, { ...given, type: 'credit', source: 'hot/ERC20', coinId: 1_025, amount: amount(7n) }, journal)
  expect(walletOf(state, { ownerId: 1, coinId: 1_025 }).available).toBe(7n)
  expect(walletOf(state, { ownerId: 2, coinId: 1 }).available).toBe(0n)
})

test('a command that is refused leaves no wallet in memory', () => {
  const state = createState([GOLD_TOMAN])
  const { base, quote, id: marketId } = GOLD_TOMAN
  const stamped = (key: string) => ({ userId: 7, key, fingerprint: key, at: 1 })
  const charges = { taker: ppm(0n), maker: ppm(0n), inviterId: undefined }
  const lasting = { goodUntil: 10, refusal: 'PRICE_STALE' } as const
  const commands: Command[] = [
    order('ali buys 2 GOLD at 100', { key: 'order', at: 1 }),
    { type: 'hold', ...stamped('hold'), coinId: quote.id, amount: amount(1n), reference: 'hold/1' },
    ...(['BUY', 'SELL'] as const).map(
      (side): Command => ({
        ...{
          type: 'quickTrade',
          ...stamped(side),
          marketId,
          side,
          amount: amount(1_000_000n),
          unitPrice: priceOf('100'),
        },
        ...{ quote: lasting, charges, quoteInToman: undefined },
      }),
    ),
    {
      ...{ type: 'credit', ...stamped('credit'), source: 'hot/ERC20', coinId: base.id, reference: 'too much' },
      amount: amount(10n ** 38n),
    },
  ]
  const codes = commands.map((command) => apply(state, command, createJournal()))
  expect(codes.map((result) => result.kind === 'refused' && result.code)).toEqual([
    'NOT_ENOUGH_BALANCE',
    'NOT_ENOUGH_BALANCE',
    'NOT_ENOUGH_BALANCE',
    'NOT_ENOUGH_BALANCE',
    'AMOUNT_IS_HIGH',
  ])
  expect(state.wallets.size).toBe(0)
})
