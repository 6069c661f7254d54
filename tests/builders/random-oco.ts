import fc from 'fast-check'
import { SELF_TRADE_PREVENTIONS } from '#domain/order.ts'
import { amount, price } from '#domain/units.ts'
import type { PlaceOco } from '#server/engine/commands.ts'
import type { Arena } from './arenas.ts'
import { priceAt, steps } from './random-terms.ts'
import { charges, type Make, quantity, stamp, user } from './random-users.ts'

/** Mostly with its prices on the two sides of the market; sometimes with all of them anywhere. */
export const anOco = (arenas: readonly Arena[]) =>
  fc
    .record({
      userId: user,
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      arena: fc.constantFrom(...arenas),
      quantity,
      isDust: fc.nat(15).map((drawn) => drawn === 0),
      charges,
      profit: fc.integer({ min: 0, max: 3 }),
      loss: fc.integer({ min: 0, max: 3 }),
      gap: fc.constantFrom(0, 0, 1, 1, -1, -3, 3, 10, 11),
      anywhere: fc.option(fc.tuple(steps, steps, steps), { freq: 9 }),
      isBetween: fc.nat(15).map((drawn) => drawn === 0),
      lasts: fc.option(fc.integer({ min: -4, max: 25 }), { nil: undefined }),
      selfTradePrevention: fc.constantFrom(...SELF_TRADE_PREVENTIONS),
      isWarned: fc.nat(3).map((drawn) => drawn === 0),
      reference: fc.constantFrom(...Array<undefined>(5).fill(undefined), 1n, 8n, 8n),
    })
    .map((drawn): Make => {
      const { userId, side, arena, isDust, anywhere, isBetween, lasts, reference, isWarned } = drawn
      const up = side === 'SELL' ? 1 : -1
      const apart = [up * drawn.profit, -up * drawn.loss, -up * (drawn.loss + drawn.gap)] as const
      const [profit, stop, limit] = anywhere ?? apart
      return (given): PlaceOco => ({
        type: 'placeOco',
        ...stamp(userId, given),
        marketId: arena.market.id,
        side,
        amount: amount(isDust ? 1n : BigInt(drawn.quantity) * arena.lot),
        unitPrice: priceAt(arena, profit),
        stopPrice: price(priceAt(arena, stop) + (isBetween ? 1n : 0n)),
        stopUnitPrice: priceAt(arena, limit),
        expiresAt: lasts === undefined ? undefined : Math.ceil((given.at + lasts + 1) / 5) * 5,
        selfTradePrevention: drawn.selfTradePrevention,
        charges: drawn.charges,
        quoteInToman: undefined,
        clientOrderId: given.key,
        warnsOfPrice: isWarned,
        referencePrice: reference === undefined ? undefined : price((arena.about * reference) / 8n || 1n),
      })
    })
