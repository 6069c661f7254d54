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
  /** The key of the trade that the price is for, with its calls under way. */
  taken: { readonly key: string; underWay: number; isTraded: boolean } | undefined
}

/** A price that a trade has taken. */
interface TakenPrice {
  readonly goodUntil: number
  /** The call is over. Where none of its trade was made, another may take the price. */
  readonly end: (outcome: 'traded' | 'refused') => void
}

/**
 * The prices that are kept for those who were shown them. Each user has one of a market and side: a new one takes the place of the one before, so that
 * nobody collects prices and picks the best of the last seconds. Those of a former start are gone: such a trade is asked about again.
 */
export class KeptPrices {
  readonly #now: () => number
  /** By user, market and side; the oldest first. */
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

  /** Until when this very trade may be made at its price, milliseconds since 1970; `undefined` where no price is kept for it. */
  goodUntil(id: string | undefined, asked: KeptPrice): number | undefined {
    return this.#find(id, asked)?.goodUntil
  }

  /** Takes a price for the trade of this key: it is for one trade and its repeats. `undefined` where none is kept for it. */
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
