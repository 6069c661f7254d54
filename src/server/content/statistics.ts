import type { Coin } from '#domain/coin.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { readStatistics } from '../store/market-data/read-statistics.ts'

export interface Statistics {
  readonly userCount: number
  /** Of all trades, in Toman; those in other coins at the present price. */
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

/** The three public figures, counted at most every half a minute; each trade is read once in the life of the process. */
export class PublicStatistics {
  readonly #settings: StatisticsSettings
  readonly #valueByMarket = new Map<number, Amount>()
  readonly #lastWorth = new Map<number, Amount>()
  #tradesCount = 0
  #lastTradeId = 0n
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
    const { userCount, newestTradeId, markets } = await readStatistics(database, { after: this.#lastTradeId })
    this.#lastTradeId = newestTradeId
    for (const { marketId, count, value } of markets) {
      this.#tradesCount += count
      this.#valueByMarket.set(marketId, amount((this.#valueByMarket.get(marketId) ?? ZERO) + value))
    }
    const worths = catalogue.markets.map(({ id, quote }) => this.#worth(id, quote))
    const tradesValue = amount(worths.reduce((sum, worth) => sum + worth, 0n))
    return { userCount, tradesValue, tradesCount: this.#tradesCount }
  }

  /** While there is no price, the last known worth is used. */
  #worth(marketId: number, quote: Coin): bigint {
    const value = this.#valueByMarket.get(marketId)
    if (value === undefined) return 0n
    const worth = this.#settings.inToman(quote, value) ?? this.#lastWorth.get(marketId) ?? ZERO
    this.#lastWorth.set(marketId, worth)
    return worth
  }
}
