import { DAY_MS, MINUTE_MS } from '#domain/durations.ts'
import type { Price } from '#domain/units.ts'
import type { Queryable } from '../store/database.ts'
import { type CloseWanted, readCloses } from '../store/market-data/closes.ts'

/** An older price says nothing of a coin's worth: nobody has traded it for a week. */
const AGE_MS_MAX = 7 * DAY_MS
/** Prices per statement, few enough that no order waits for it. */
const READ_AT_ONCE = 200
/** Some fifty markets for a year. */
const KEPT_MAX = 20_000
/** Candles are written some seconds after their trades. */
const SETTLED_MS = MINUTE_MS

/**
 * The last prices at past instants, kept in memory: they never change, and all users' balances are valued at the same midnights. A year of
 * a dozen coins takes 50 ms to read in the built-in database, and nothing from here.
 */
export class KeptCloses {
  readonly #database: Queryable
  /** `undefined` if there was no price. */
  readonly #kept = new Map<string, Price | undefined>()

  constructor(database: Queryable) {
    this.#database = database
  }

  /** Reads all of these that are not kept. @returns the price of any of them; `undefined` if there was none */
  async read(
    wanted: readonly CloseWanted[],
    { now }: { now: number },
  ): Promise<(close: CloseWanted) => Price | undefined> {
    const prices = new Map<string, Price | undefined>()
    const missing = new Map<string, CloseWanted>()
    for (const close of wanted) {
      const key = keyOf(close)
      if (this.#kept.has(key)) prices.set(key, this.#kept.get(key))
      else missing.set(key, close)
    }
    const rest = [...missing.values()]
    while (rest.length > 0) {
      const part = rest.splice(0, READ_AT_ONCE)
      const closes = await readCloses(this.#database, { wanted: part, ageMsMax: AGE_MS_MAX })
      const found = new Map(closes.map((close) => [keyOf(close), close.price]))
      for (const close of part) {
        prices.set(keyOf(close), found.get(keyOf(close)))
        if (close.at <= now - SETTLED_MS) this.#keep(close, found.get(keyOf(close)))
      }
    }
    return (close) => prices.get(keyOf(close))
  }

  #keep(close: CloseWanted, price: Price | undefined): void {
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    this.#kept.set(keyOf(close), price)
  }
}

const keyOf = ({ marketId, at }: CloseWanted) => `${marketId} ${at}`
