import type { Coin } from '#domain/coin.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { readStatistics } from '../store/trading/market-days.ts'

export interface Statistics {
  readonly userCount: number
  /** The value of all trades in Toman; trades in other coins at the present price. */
  readonly tradesValue: Amount
  readonly tradesCount: number
}

export interface StatisticsSettings {
  readonly database: Queryable
  readonly catalogue: Catalogue
  readonly inToman: (coin: Coin, amount: Amount) => Amount | undefined
  readonly now: () => number
}

const KEPT_MS = 30_000

/** The three public figures, read at most once in half a minute. */
export class PublicStatistics {
  readonly #settings: StatisticsSettings
  readonly #lastWorth = new Map<number, Amount>()
  #kept: { readonly reading: Promise<Statistics>; readonly at: number } | undefined

  constructor(settings: StatisticsSettings) {
    this.#settings = settings
  }

  /** @throws Error when the database does not answer */
  read(): Promise<Statistics> {
    const now = this.#settings.now()
    if (this.#kept && now - this.#kept.at < KEPT_MS) return this.#kept.reading
    const reading = this.#count()
    this.#kept = { reading, at: now }
    reading.catch(() => {
      this.#kept = undefined
    })
    return reading
  }

  async #count(): Promise<Statistics> {
    const { database, catalogue } = this.#settings
    const { userCount, markets } = await readStatistics(database)
    const values = new Map(markets.map(({ marketId, value }) => [marketId, value]))
    const worths = catalogue.markets.map(({ id, quote }) => this.#worth(id, quote, values.get(id)))
    return {
      userCount,
      tradesValue: amount(worths.reduce((sum, worth) => sum + worth, 0n)),
      tradesCount: markets.reduce((sum, { count }) => sum + count, 0),
    }
  }

  /** Without a price, the last known value is used. */
  #worth(marketId: number, quote: Coin, value: Amount | undefined): bigint {
    if (value === undefined) return 0n
    const worth = this.#settings.inToman(quote, value) ?? this.#lastWorth.get(marketId) ?? ZERO
    this.#lastWorth.set(marketId, worth)
    return worth
  }
}
