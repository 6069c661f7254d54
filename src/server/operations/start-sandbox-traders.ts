import { DAY_MS } from '#domain/durations.ts'
import type { Charges } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import { PLAIN_TERMS } from '#domain/order.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Queryable } from '../store/database.ts'
import { OwnOrders } from './market-maker/own-orders.ts'
import { createChance, drawOrder } from './sandbox-traders/draw-order.ts'

export interface SandboxTradersSettings {
  readonly database: Queryable
  readonly exchange: Exchange
  readonly markets: readonly Market[]
  /** The one account with a credit line that all of them use. */
  readonly userId: number
  readonly charges: Charges
  /** Toman per whole quote coin of a market; absent for Toman itself, or if no price is known. */
  readonly quoteInToman: (market: Market) => Price | undefined
  readonly reference: { middleFor(market: Market): { readonly price: Price } | 'stale' }
  /** The best prices of a book and the last traded price. */
  readonly pricesOf: (market: Market) => {
    readonly bestBid: Price | undefined
    readonly bestAsk: Price | undefined
    readonly last: Price | undefined
  }
  readonly isOpen: (market: Market) => boolean
  /** The amount lent of each coin, by its id. */
  readonly lent: ReadonlyMap<number, Amount>
  /** The average time between two orders in a market. */
  readonly meanWaitMs: (market: Market) => number
  /** The limit for all markets together. */
  readonly ordersPerDayMax: number
  readonly roundMs: number
  readonly seed: number
  readonly log: { warn(details: object, message: string): void }
  readonly now: () => number
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
  /** The time of each market's next order. */
  readonly #dueAt = new Map<number, number>()
  /** Distinguishes the keys of this run from those of other runs. */
  readonly #run: string
  #placed = 0
  #day = 0
  #placedToday = 0
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #stopped = false
  #lastWarning: string | undefined

  constructor(settings: SandboxTradersSettings) {
    this.#settings = settings
    this.#chance = createChance(settings.seed)
    this.#funds = new OwnOrders(settings)
    this.#run = settings.now().toString(36)
  }

  start(): void {
    this.#round = this.#trade()
      .catch((error: unknown) => this.#warnOnce(String(error)))
      .then(() => {
        if (this.#stopped) return
        this.#timer = setTimeout(() => this.start(), this.#settings.roundMs)
        this.#timer.unref()
      })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
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
    const { exchange, userId, charges, quoteInToman, reference, isOpen, pricesOf } = this.#settings
    const middle = reference.middleFor(market)
    if (middle === 'stale' || !isOpen(market) || !this.#hasBudget(at)) return
    const surplusPermille = this.#surplusOf(market.base.id)
    const drawn = drawOrder({ market, middle: middle.price, surplusPermille, ...pricesOf(market) }, this.#chance)
    if (!drawn) return
    this.#placedToday += 1
    const key = `sandbox:${this.#run}:${this.#placed++}`
    const result = await exchange.submit({
      type: 'placeOrder',
      userId,
      key,
      fingerprint: key,
      isNeverRepeated: true,
      marketId: market.id,
      ...drawn,
      charges,
      quoteInToman: quoteInToman(market),
      clientOrderId: undefined,
      terms: { ...PLAIN_TERMS, timeInForce: 'IOC' },
    })
    if (result.kind === 'refused' && result.code !== 'NO_LIQUIDITY') this.#warnOnce(result.code)
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

  #warnOnce(reason: string): void {
    if (reason === this.#lastWarning) return
    this.#lastWarning = reason
    this.#settings.log.warn({ reason }, 'the traders of the sandbox could not do what they wanted')
  }
}
