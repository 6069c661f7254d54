import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply } from '#server/engine/apply.ts'
import type { Command } from '#server/engine/commands.ts'
import { createJournal } from '#server/engine/journal.ts'
import { createState, type EngineState } from '#server/engine/state.ts'
import { HASH_SECRET } from '#tests/builders/hash-secret.ts'
import { inNaiveWords, NaiveExchange } from '#tests/builders/naive-exchange.ts'
import { ARENA_MARKETS, marketOfId, orderStream } from '#tests/builders/random-commands.ts'

/** The engine's queue of one side, the best first, as the naive exchange has its own. */
function queueOf(state: EngineState, marketId: number, side: 'BUY' | 'SELL') {
  const book = state.venues.get(marketId)?.book
  const levels = (side === 'BUY' ? book?.bids : book?.asks)?.levels ?? []
  const queue: { id: number; price: bigint; left: bigint }[] = []
  for (const level of levels.toReversed())
    for (let order = level.first; order; order = order.later)
      queue.push({ id: order.id, price: level.price, left: order.amount - order.executed })
  return queue
}

function followNaively(naive: NaiveExchange, command: Command): string {
  switch (command.type) {
    case 'placeOrder':
      return naive.place(command, marketOfId(command.marketId))
    case 'cancelOrder':
      return naive.cancel(command.userId, command.orderId)
    case 'expireOrders':
      return naive.expire(command.at, command.most)
    case 'credit':
      naive.add(command.userId, command.coinId, command.amount)
      return 'moved'
    default:
      throw new Error(`the naive exchange knows nothing of ${command.type}`)
  }
}

test('the engine trades, rests, refuses and pays exactly as a naive book does', () => {
  fc.assert(
    fc.property(orderStream, (commands) => {
      const naive = new NaiveExchange()
      const state = createState(ARENA_MARKETS, HASH_SECRET)
      const journal = createJournal()
      for (const command of commands)
        expect(inNaiveWords(apply(state, command, journal))).toBe(followNaively(naive, command))

      expect(
        journal.trades.map(({ takerOrderId, makerOrderId, unitPrice, amount, value }) => ({
          taker: takerOrderId,
          maker: makerOrderId,
          price: unitPrice,
          amount,
          value,
        })),
      ).toEqual(naive.trades)
      for (const market of ARENA_MARKETS)
        for (const side of ['BUY', 'SELL'] as const)
          expect(queueOf(state, market.id, side)).toEqual(
            naive.queue(market, side).map(({ id, price, left }) => ({ id, price, left })),
          )
      for (const market of ARENA_MARKETS) {
        const waiting = [...state.orders.values()].filter(
          ({ status, marketId }) => status === 'PENDING' && marketId === market.id,
        )
        expect(waiting.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
          naive.stops.filter((stop) => stop.market === market).map(({ id }) => id),
        )
      }
      for (const { ownerId, coinId, available, blocked } of state.wallets.values()) {
        if (ownerId < 0) continue
        expect(available + blocked).toBe(naive.total(ownerId, coinId))
        expect(blocked).toBe(naive.blocked(ownerId, coinId))
      }
    }),
    { numRuns: 400 },
  )
})
