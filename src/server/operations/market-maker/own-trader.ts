import type { Charges } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import type { OrderTerms } from '#domain/order.ts'
import type { Price } from '#domain/units.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import type { WantedOrder } from './ladder.ts'
import type { OwnOrdersSettings } from './own-orders.ts'

/** The surroundings of an account with which the exchange itself trades. Every open order of this account belongs to its one trader. */
export interface OwnTraderSettings extends OwnOrdersSettings {
  readonly exchange: Exchange
  readonly markets: readonly Market[]
  readonly charges: Charges
  /** Toman per whole quote coin of a market; absent for Toman itself, or if no price is known. */
  readonly quoteInToman: (market: Market) => Price | undefined
  readonly reference: { middleFor(market: Market): { readonly price: Price } | 'stale' }
  /** Whether a market trades now; a closed market gets no orders. */
  readonly isOpen: (market: Market) => boolean
  /** The pause between two rounds. */
  readonly roundMs: number
  readonly now: () => number
}

/** Trades in rounds until it is stopped. A failed round is logged, and the next one begins after the usual pause. */
export class OwnTrader {
  readonly #settings: OwnTraderSettings
  readonly #warning: string
  /** Distinguishes the keys of this run from those of other runs and traders. */
  readonly #run: string
  #placed = 0
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #stopped = false
  #lastFailure: string | undefined

  constructor(settings: OwnTraderSettings, { name, warning }: { name: string; warning: string }) {
    this.#settings = settings
    this.#warning = warning
    this.#run = `${name}:${settings.now().toString(36)}`
  }

  start(round: () => Promise<void>): void {
    this.#round = round()
      .catch((error: unknown) => this.warnOnce([String(error)]))
      .then(() => {
        if (this.#stopped) return
        this.#timer = setTimeout(() => this.start(round), this.#settings.roundMs)
        this.#timer.unref()
      })
  }

  /** Resolves when the last round has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  place(market: Market, wanted: WantedOrder, terms?: OrderTerms): ReturnType<Exchange['submit']> {
    const { exchange, userId, charges, quoteInToman } = this.#settings
    const key = `${this.#run}:${this.#placed++}`
    return exchange.submit({
      type: 'placeOrder',
      userId,
      key,
      fingerprint: key,
      isNeverRepeated: true,
      marketId: market.id,
      ...wanted,
      charges,
      quoteInToman: quoteInToman(market),
      clientOrderId: undefined,
      ...(terms && { terms }),
    })
  }

  cancel(orderId: number): ReturnType<Exchange['submit']> {
    const { exchange, userId } = this.#settings
    const key = `${this.#run}:cancel:${orderId}`
    return exchange.submit({ type: 'cancelOrder', userId, key, fingerprint: key, isNeverRepeated: true, orderId })
  }

  /** Logs each kind of failure once, not once per order. */
  warnOnce(failures: readonly string[]): void {
    const [first] = failures
    const isNew = first !== undefined && first !== this.#lastFailure
    this.#lastFailure = first
    if (isNew) this.#settings.log.warn({ reason: first, orders: failures.length }, this.#warning)
  }
}
