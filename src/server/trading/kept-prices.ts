import { randomBytes } from 'node:crypto'
import type { Side } from '#domain/order.ts'
import { QUOTE_HONOURED_MS } from '#domain/quote-lock.ts'
import type { Amount, Price } from '#domain/units.ts'

/** A price that one user may still trade at, one amount on one side. */
interface KeptPrice {
  readonly userId: number
  readonly marketId: number
  readonly side: Side
  readonly amount: Amount
  readonly price: Price
}

const ID_BYTES = 15

/**
 * The prices that are kept for those who were shown them. Each user has one of a market and side: a new one takes the place of the one before, so that
 * nobody collects prices and picks the best of the last seconds. Those of a former start are gone: such a trade is asked about again.
 */
export class KeptPrices {
  readonly #now: () => number
  /** By user, market and side; the oldest first. */
  readonly #kept = new Map<string, KeptPrice & { readonly id: string; readonly goodUntil: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  keep(price: KeptPrice): { readonly id: string; readonly goodUntil: number } {
    const now = this.#now()
    for (const [name, { goodUntil }] of this.#kept) {
      if (goodUntil >= now) break
      this.#kept.delete(name)
    }
    const name = nameOf(price)
    this.#kept.delete(name)
    const kept = { ...price, id: randomBytes(ID_BYTES).toString('base64url'), goodUntil: now + QUOTE_HONOURED_MS }
    this.#kept.set(name, kept)
    return kept
  }

  /** Until when this very trade may be made at its price, milliseconds since 1970; `undefined` where no price is kept for it. */
  goodUntil(id: string | undefined, asked: KeptPrice): number | undefined {
    const kept = this.#kept.get(nameOf(asked))
    const isSame = kept?.id === id && kept?.amount === asked.amount && kept.price === asked.price
    return isSame ? kept.goodUntil : undefined
  }
}

const nameOf = ({ userId, marketId, side }: KeptPrice) => `${userId} ${marketId} ${side}`
