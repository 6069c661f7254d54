import type { Market } from '#domain/market.ts'
import { ppm } from '#domain/units.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { ARENA_MARKETS, ARENAS } from '#tests/builders/arenas.ts'
import { marketAs } from '#tests/builders/random-rules.ts'
import type { NaiveExchange } from '#tests/oracle/naive-exchange.ts'

const WAYS = [
  { isTickCoarse: true },
  {},
  { least: 3n, most: 50n },
  { leastTotal: 3n, openOrders: 3 },
  { protectionBand: ppm(20_000n), forceWarning: ppm(200_000n), limitPrices: { least: 980_000n, most: 1_020_000n } },
]

/** The markets' settings, which operators change again and again. */
export class Rules {
  #markets: readonly Market[] = ARENA_MARKETS
  #changes = 0

  /** The settings that a process finds when it starts now. */
  get markets(): readonly Market[] {
    return this.#markets
  }

  /** Changes the settings of one market, for both the exchange and the oracle. */
  async change({ exchange, oracle }: { exchange: Exchange; oracle: NaiveExchange }): Promise<void> {
    this.#changes += 1
    const arena = ARENAS[this.#changes % ARENAS.length]
    const way = WAYS[this.#changes % WAYS.length]
    if (!arena || !way) return
    const market = marketAs(arena, way)
    this.#markets = this.#markets.map((each) => (each.id === market.id ? market : each))
    const rules = {
      type: 'setMarketRules',
      halts: new Map(),
      holidays: new Set<never>(),
      markets: [market],
      coins: [],
      revision: Number.MAX_SAFE_INTEGER,
    } as const
    await exchange.submit(rules)
    oracle.apply({ ...rules, at: oracle.state.now })
  }
}
