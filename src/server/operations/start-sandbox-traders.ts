import { DAY_MS } from '#domain/durations.ts'
import type { Market } from '#domain/market.ts'
import { PLAIN_TERMS } from '#domain/order.ts'
import type { Amount, Price } from '#domain/units.ts'
import { OwnOrders } from './market-maker/own-orders.ts'
import { OwnTrader, type OwnTraderSettings } from './market-maker/own-trader.ts'
import { createChance, drawOrder } from './sandbox-traders/draw-order.ts'

export interface SandboxTradersSettings extends OwnTraderSettings {
  /** The best prices of a book and the last traded price. */
  readonly pricesOf: (market: Market) => {
    readonly bestBid: Price | undefined
    readonly bestAsk: Price | undefined
    readonly last: Price | undefined
  }
  /** The amount lent of each coin, by its id. */
  readonly lent: ReadonlyMap<number, Amount>
  /** The average time between two orders in a market. */
  readonly meanWaitMs: (market: Market) => number
  /** The limit for all markets together. */
  readonly ordersPerDayMax: number
  readonly seed: number
}

export interface SandboxTraders {
  /** Resolves when none of their commands is in progress. */
  stop(): Promise<void>
}

/**
 * Simulated traders of a sandbox: they take orders from the books, so that the markets move as if they were used. They place IOC orders
 * only, so that none stays on a book and they never trade with each other.
 */
export async function startSandboxTraders(settings: SandboxTradersSettings): Promise<SandboxTraders> {
  await settings.exchange.settled()
  const traders = new Traders(settings)
  traders.start()
  return { stop: () => traders.stop() }
}

class Traders {
  readonly #settings: SandboxTradersSettings
  readonly #chance: ReturnType<typeof createChance>
  readonly #funds: OwnOrders
  readonly #trader: OwnTrader
  /** The time of each market's next order. */
  readonly #dueAt = new Map<number, number>()
  #day = 0
  #placedToday = 0

  constructor(settings: SandboxTradersSettings) {
    this.#settings = settings
    this.#chance = createChance(settings.seed)
    this.#funds = new OwnOrders(settings)
    const warning = 'the traders of the sandbox could not do what they wanted'
    this.#trader = new OwnTrader(settings, { name: 'sandbox', warning })
  }

  start(): void {
    this.#trader.start(() => this.#trade())
  }

  async stop(): Promise<void> {
    await this.#trader.stop()
    this.#funds.stop()
  }

  async #trade(): Promise<void> {
    const { markets, now, meanWaitMs } = this.#settings
    const at = now()
    const due = markets.filter((market) => {
      const dueAt = this.#dueAt.get(market.id)
      if (dueAt !== undefined && at < dueAt) return false
      this.#dueAt.set(market.id, at + this.#chance.waitMs(meanWaitMs(market)))
      // No market trades in the first round after a start.
      return dueAt !== undefined
    })
    await Promise.all(due.map((market) => this.#tradeIn(market, at)))
  }

  async #tradeIn(market: Market, at: number): Promise<void> {
    const { reference, isOpen, pricesOf } = this.#settings
    const middle = reference.middleFor(market)
    if (middle === 'stale' || !isOpen(market) || !this.#hasBudget(at)) return
    const surplusPermille = this.#surplusOf(market.base.id)
    const drawn = drawOrder({ market, middle: middle.price, surplusPermille, ...pricesOf(market) }, this.#chance)
    if (!drawn) return
    this.#placedToday += 1
    const result = await this.#trader.place(market, drawn, { ...PLAIN_TERMS, timeInForce: 'IOC' })
    if (result.kind === 'refused' && result.code !== 'NO_LIQUIDITY') this.#trader.warnOnce([result.code])
  }

  #hasBudget(at: number): boolean {
    const day = Math.floor(at / DAY_MS)
    if (day !== this.#day) this.#placedToday = 0
    this.#day = day
    return this.#placedToday < this.#settings.ordersPerDayMax
  }

  #surplusOf(coinId: number): bigint {
    const lent = this.#settings.lent.get(coinId)
    return lent ? ((this.#funds.inventoryOf(coinId) - lent) * 1_000n) / lent : 0n
  }
}
