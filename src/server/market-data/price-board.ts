import type { Market } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { QUOTE_HONOURED_MS } from '#domain/quote-lock.ts'
import type { Ppm, Price } from '#domain/units.ts'
import type { PriceFeed, PriceSources, Quotes } from '#server/providers/prices/prices.ts'
import { type QuickTradeQuote, quickTradeQuote } from './quote-prices.ts'

export interface BoardSettings {
  readonly markets: readonly Market[]
  readonly priceFeed: PriceFeed
  readonly log: { warn(details: object, message: string): void }
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The spread of a quick trade, added to a buyer's price and taken from a seller's. */
  readonly spread: Ppm
  readonly pollMs: number
  /** A quote older than this is stale: nobody may trade at it. */
  readonly quoteAgeMsMax: number
}

/** A price, and when the oldest figure that went into it was seen, milliseconds since 1970. */
export interface DatedPrice {
  readonly price: Price
  readonly at: number
}

/** The quick-trade prices, kept fresh. A side is the customer's: BUY is what the customer pays. */
export interface PriceBoard {
  /** The present price, and until when it is fresh, milliseconds since 1970. */
  quoteFor(market: Market, side: Side): (DatedPrice & { readonly goodUntil: number }) | 'stale'
  /** Until when a customer may hold a price that was shown: `QUOTE_HONOURED_MS` after another took its place; `undefined` where it was none. */
  honouredUntil(
    market: Market,
    shown: { readonly side: Side; readonly price: Price; readonly nowMs: number },
  ): number | undefined
  /** Between buy and sell, without the spread: what market making and valuations use. */
  middleFor(market: Market): DatedPrice | 'stale'
  /** The newest quote, however old; `undefined` before the first. */
  latest(market: Market): QuickTradeQuote | undefined
  /** How old the prices of these markets are: the oldest that may still be traded at, or, where all are stale, the newest. */
  ageOf(markets: readonly Market[]): { readonly at: Date; readonly stale: boolean }
  /** Grows with every answer of the feed. */
  version(): number
  /** Asks the feed now. Never throws: a feed that does not answer lets the prices grow old. */
  poll(): Promise<void>
  /** Asks the feed now, and again and again until the board is closed. */
  start(): void
  close(): void
}

/** A feed that did not answer is asked again sooner than usual. */
const RETRY_MS = 500
/** One missed answer is no news: at a start the feed may come up after its reader. */
const FAILURES_LOGGED = 3

interface Published {
  readonly quote: QuickTradeQuote
  /** When another took its place; `undefined` while it stands. */
  replacedAt: number | undefined
}

/** By the coins of these markets: one that is added while the server runs is asked for with the next poll. */
const sourcesOf = (markets: readonly Market[]): PriceSources =>
  new Map(
    markets
      .flatMap(({ base, quote }) => [base, quote])
      .flatMap(({ symbol, priceSource }) => (priceSource === undefined ? [] : [[symbol, priceSource] as const])),
  )

/** A board without prices: the first come when it is started and the feed answers. */
export const openPriceBoard = (settings: BoardSettings): PriceBoard => new Board(settings)

class Board implements PriceBoard {
  readonly #settings: BoardSettings
  /** By market id, newest first. */
  readonly #published = new Map<number, Published[]>()
  #version = 0
  /** In a row. */
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(settings: BoardSettings) {
    this.#settings = settings
  }

  start(): void {
    void this.poll().then(() => {
      if (this.#closed) return
      this.#timer = setTimeout(
        () => this.start(),
        this.#failures > 0 ? Math.min(RETRY_MS, this.#settings.pollMs) : this.#settings.pollMs,
      )
      this.#timer.unref()
    })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  quoteFor(market: Market, side: Side): ReturnType<PriceBoard['quoteFor']> {
    const quote = this.#fresh(market)
    if (!quote) return 'stale'
    const price = side === 'BUY' ? quote.buy : quote.sell
    return { price, at: quote.at, goodUntil: quote.at + this.#settings.quoteAgeMsMax }
  }

  middleFor(market: Market): DatedPrice | 'stale' {
    const quote = this.#fresh(market)
    return quote ? { price: quote.middle, at: quote.at } : 'stale'
  }

  honouredUntil(
    market: Market,
    { side, price, nowMs }: { side: Side; price: Price; nowMs: number },
  ): number | undefined {
    const shown = (this.#published.get(market.id) ?? []).find(
      ({ quote }) => (side === 'BUY' ? quote.buy : quote.sell) === price,
    )
    return shown && (shown.replacedAt ?? nowMs) + QUOTE_HONOURED_MS
  }

  latest(market: Market): QuickTradeQuote | undefined {
    return this.#published.get(market.id)?.[0]?.quote
  }

  ageOf(markets: readonly Market[]) {
    const times = markets.flatMap((market) => this.latest(market)?.at ?? [])
    const fresh = times.filter((at) => !this.#isStale(at))
    const at = fresh.length > 0 ? Math.min(...fresh) : Math.max(0, ...times)
    return { at: new Date(at), stale: fresh.length === 0 }
  }

  version(): number {
    return this.#version
  }

  async poll(): Promise<void> {
    try {
      const outcome = await this.#settings.priceFeed.quotes(sourcesOf(this.#settings.markets))
      if (outcome.kind !== 'quotes') return this.#fail({ fault: outcome.fault })
      this.#publish(outcome)
      this.#failures = 0
    } catch (error) {
      this.#fail({ err: error })
    }
  }

  #fail(reason: object): void {
    this.#failures += 1
    if (this.#failures === FAILURES_LOGGED) this.#settings.log.warn(reason, 'the price feed does not answer')
  }

  #publish(quotes: Quotes): void {
    const now = this.#settings.now()
    for (const market of this.#settings.markets) {
      const quote = quickTradeQuote(quotes, market, this.#settings.spread)
      if (quote) this.#publishOne(market, quote, now)
    }
    this.#version += 1
  }

  #publishOne(market: Market, quote: QuickTradeQuote, now: number): void {
    const known = this.#published.get(market.id) ?? []
    const [standing] = known
    // An answer that came late must not bring an older price back.
    if (standing && standing.quote.at > quote.at) return
    if (standing) standing.replacedAt = now
    const honoured = known.filter(({ replacedAt = now }) => replacedAt >= now - QUOTE_HONOURED_MS)
    this.#published.set(market.id, [{ quote, replacedAt: undefined }, ...honoured])
  }

  #fresh(market: Market): QuickTradeQuote | undefined {
    const quote = this.latest(market)
    return quote && !this.#isStale(quote.at) ? quote : undefined
  }

  #isStale(at: number): boolean {
    return this.#settings.now() - at > this.#settings.quoteAgeMsMax
  }
}
