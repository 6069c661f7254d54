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

interface Held extends KeptPrice {
  readonly id: string
  readonly goodUntil: number
  /** The key of the trade that uses the price, and its calls in progress. */
  taken: { readonly key: string; underWay: number; isTraded: boolean } | undefined
}

/** A price that is reserved for a trade. */
interface TakenPrice {
  readonly goodUntil: number
  /** Ends one call of the trade. If none of its calls made the trade, another trade may use the price. */
  readonly end: (outcome: 'traded' | 'refused') => void
}

/**
 * Prices kept for the users to whom they were shown. Each user has one per market and side: a new one replaces the previous one, so that
 * nobody collects prices and picks the best of the last seconds. They do not survive a restart: such a trade must be confirmed again.
 */
export class KeptPrices {
  readonly #now: () => number
  /** By user, market and side; oldest first. */
  readonly #kept = new Map<string, Held>()

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
    const kept = {
      ...price,
      id: randomBytes(ID_BYTES).toString('base64url'),
      goodUntil: now + QUOTE_HONOURED_MS,
      taken: undefined,
    }
    this.#kept.set(name, kept)
    return kept
  }

  /** Until when this very trade may be made at its price, milliseconds since 1970; `undefined` if no price is kept for it. */
  goodUntil(id: string | undefined, asked: KeptPrice): number | undefined {
    return this.#find(id, asked)?.goodUntil
  }

  /** Reserves a price for the trade of this key and its repeats. `undefined` if no price is kept for it. */
  take(id: string | undefined, asked: KeptPrice, key: string): TakenPrice | 'of another' | undefined {
    const kept = this.#find(id, asked)
    if (!kept) return undefined
    if (kept.taken && kept.taken.key !== key) return 'of another'
    const taken = kept.taken ?? { key, underWay: 0, isTraded: false }
    kept.taken = taken
    taken.underWay += 1
    const end = (outcome: 'traded' | 'refused') => {
      taken.underWay -= 1
      taken.isTraded ||= outcome === 'traded'
      if (taken.underWay === 0 && !taken.isTraded) kept.taken = undefined
    }
    return { goodUntil: kept.goodUntil, end }
  }

  #find(id: string | undefined, asked: KeptPrice): Held | undefined {
    const kept = this.#kept.get(nameOf(asked))
    const isSame = kept?.id === id && kept?.amount === asked.amount && kept.price === asked.price
    return isSame ? kept : undefined
  }
}

const nameOf = ({ userId, marketId, side }: KeptPrice) => `${userId} ${marketId} ${side}`
