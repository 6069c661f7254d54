import { type Coin, TOMAN } from '#domain/coin.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { QUOTE_HONOURED_MS } from '#domain/quote-lock.ts'
import type { Amount, Ppm, Price } from '#domain/units.ts'
import type { PriceFeed, PriceSources, Quotes } from '#server/providers/prices/prices.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { type QuickTradeQuote, quickTradeQuote } from './quote-prices.ts'

export interface BoardSettings {
  readonly markets: readonly Market[]
  readonly priceFeed: PriceFeed
  readonly log: { warn(details: object, message: string): void }
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The spread of a quick trade, added to a buyer's price and subtracted from a seller's. */
  readonly spread: Ppm
  readonly pollMs: number
  /** A quote older than this is stale: no trade is made at it. */
  readonly quoteAgeMsMax: number
}

/** A price and the time of the oldest figure behind it, milliseconds since 1970. */
export interface DatedPrice {
  readonly price: Price
  readonly at: number
}

/** The quick-trade prices, kept up to date. A side is the customer's: BUY is the price that the customer pays. */
export interface PriceBoard {
  /** The present price and the time until which it is not stale, milliseconds since 1970. */
  quoteFor(market: Market, side: Side): (DatedPrice & { readonly goodUntil: number }) | 'stale'
  /** Until when a customer may use a price that was shown: `QUOTE_HONOURED_MS` after it was replaced; `undefined` if it was never shown. */
  honouredUntil(
    market: Market,
    shown: { readonly side: Side; readonly price: Price; readonly nowMs: number },
  ): number | undefined
  /** Between buy and sell, without the spread: the price for market making and valuations. */
  middleFor(market: Market): DatedPrice | 'stale'
  /** The newest quote, however old; `undefined` before the first. */
  latest(market: Market): QuickTradeQuote | undefined
  /** The age of the prices of these markets: the oldest price that may still be traded at or, if all are stale, the newest. */
  ageOf(markets: readonly Market[]): { readonly at: Date; readonly stale: boolean }
  /** Grows with every answer of the feed. */
  version(): number
  /** Polls the feed now. Never throws: if the feed does not answer, the prices grow older. */
  poll(): Promise<void>
  /** Polls the feed now and repeatedly until the board is closed. */
  start(): void
  close(): void
}

/** A feed that did not answer is polled again sooner than usual. */
const RETRY_MS = 500
/** One failed poll is not worth a line: at a start the feed may come up after its reader. */
const FAILURES_LOGGED = 3

interface Published {
  readonly quote: QuickTradeQuote
  /** When the next price replaced it; `undefined` while it is the present one. */
  replacedAt: number | undefined
}

/** Derived from the coins of these markets: a coin that is added while running is included in the next poll. */
export const sourcesOf = (markets: readonly Market[]): PriceSources =>
  new Map(
    markets
      .flatMap(({ base, quote }) => [base, quote])
      .flatMap(({ symbol, priceSource }) => (priceSource === undefined ? [] : [[symbol, priceSource] as const])),
  )

/** A board without prices: they arrive once it is started and the feed answers. */
export const openPriceBoard = (settings: BoardSettings): PriceBoard => new Board(settings)

class Board implements PriceBoard {
  readonly #settings: BoardSettings
  /** By market id, newest first. */
  readonly #published = new Map<number, Published[]>()
  #version = 0
  /** Consecutive failures. */
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
    // A late answer must not bring an older price back.
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

/** Values an amount at the present middle price, rounded down. */
export interface Valuation {
  /** `undefined` if there is no price, or only a stale one. */
  inToman(coin: Coin, amount: Amount): Amount | undefined
}

export function createValuation(board: PriceBoard, markets: readonly Market[]): Valuation {
  return {
    inToman(coin, amount) {
      if (coin.symbol === TOMAN) return amount
      const market = markets.find(({ base, quote }) => base.id === coin.id && quote.symbol === TOMAN)
      if (!market) return undefined
      const middle = board.middleFor(market)
      return middle === 'stale' ? undefined : wholePrice({ quantity: amount, unitPrice: middle.price, market }, 'down')
    },
  }
}

/**
 * The price at which trades are valued: Toman per whole quote coin of a market, as last known, however old. Absent for Toman itself, and
 * before the first answer of the feed.
 */
export const quoteInToman =
  (board: Pick<PriceBoard, 'latest'>, { marketBySymbol }: Catalogue) =>
  ({ quote }: Market): Price | undefined => {
    const market = quote.symbol === TOMAN ? undefined : marketBySymbol.get(`${quote.symbol}_${TOMAN}`)
    return market && board.latest(market)?.middle
  }
