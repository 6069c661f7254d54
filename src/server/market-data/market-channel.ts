import { randomInt } from 'node:crypto'
import { eventText } from '#contract/stream.ts'
import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import type { MarketTrade } from '#domain/trade.ts'
import type { Price } from '#domain/units.ts'
import { changedLevels, type Depth, streamedDepth } from './depth.ts'
import { FrameRing } from './frame-ring.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { showPairs, showTicker, showTrade } from './show-market.ts'

export interface ChannelListener {
  send(frame: Buffer): void
}

export interface ChannelSettings {
  readonly model: MarketReadModel
  readonly now: () => number
  /** The number of the newest commit that is fully included. */
  readonly version: () => number
  readonly sandboxTradersId: number | undefined
  readonly fallback: () => Price | undefined
  readonly state: () => MarketState
}

/** Changes are collected for so long: a thousand commits a second must not become a thousand messages per listener. */
const GATHER_MS = 50
const TRADES_PER_EVENT_MAX = 100
const FRAMES_MAX = 500
const BYTES_MAX = 1024 * 1024
const ORIGINS = 1_000_000_000

/** The stream of one market: its changes are encoded once for all listeners and for clients that come back. */
export class MarketChannel {
  readonly #settings: ChannelSettings
  readonly #listeners = new Set<ChannelListener>()
  readonly #ring: FrameRing
  /**
   * The suffix of this channel's ids. Two processes, or one before and after a restart, may turn a commit into different numbers of events.
   * A client with an id of another channel must start anew, since it may have missed events.
   */
  readonly #origin = randomInt(ORIGINS)
  /** The commit of the newest event, and the number of events since. */
  #number: number
  #count = 0
  #sent: Depth
  #ticker: string
  #trades: MarketTrade[] = []
  #reset: Buffer | undefined
  #flushedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(settings: ChannelSettings) {
    this.#settings = settings
    this.#number = settings.version()
    this.#ring = new FrameRing({ framesMax: FRAMES_MAX, bytesMax: BYTES_MAX, startId: this.#id() })
    this.#sent = streamedDepth(settings.model.depth)
    this.#ticker = JSON.stringify(this.#showTicker())
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  /** Sends a listener the events that it missed, or the present state, and then every change. Returns a function that stops it. */
  join(listener: ChannelListener, lastEventId: string | undefined): () => void {
    this.flush()
    const missed = lastEventId === undefined ? undefined : this.#ring.after(lastEventId)
    for (const frame of missed ?? [this.#resetFrame()]) listener.send(frame)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  addTrades(trades: readonly MarketTrade[]): void {
    this.#trades.push(...trades)
    this.touch()
  }

  /** Schedules a message about a change; further changes until then are sent with it. */
  touch(): void {
    if (this.#timer) return
    const waitMs = Math.max(0, this.#flushedAt + GATHER_MS - this.#settings.now())
    this.#timer = setTimeout(() => this.flush(), Math.min(waitMs, GATHER_MS))
    this.#timer.unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushedAt = this.#settings.now()
    this.#publishTrades()
    this.#publishBook()
    const ticker = this.#showTicker()
    const text = JSON.stringify(ticker)
    if (text === this.#ticker) return
    this.#ticker = text
    this.#publish('ticker', ticker)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #publishTrades(): void {
    const { model, sandboxTradersId } = this.#settings
    const { market } = model
    const trades = this.#trades
    this.#trades = []
    for (let from = 0; from < trades.length; from += TRADES_PER_EVENT_MAX) {
      const some = trades.slice(from, from + TRADES_PER_EVENT_MAX)
      this.#publish(
        'trades',
        some.map((trade) => showTrade(trade, market, sandboxTradersId)),
      )
    }
  }

  #publishBook(): void {
    const { market, depth } = this.#settings.model
    const before = this.#sent
    if (depth.sequence === before.sequence) return
    const after = streamedDepth(depth)
    this.#sent = after
    const [bids, asks] = [changedLevels(before.bids, after.bids), changedLevels(before.asks, after.asks)]
    this.#publish('book', {
      ...stampOf(after),
      previous: before.sequence.toString(),
      ...pairsOf(market, { bids, asks }),
    })
  }

  #publish(event: string, data: unknown): void {
    const id = this.#nextId()
    const frame = Buffer.from(eventText({ event, data, id }))
    this.#reset = undefined
    this.#ring.add({ id, frame })
    for (const listener of this.#listeners) listener.send(frame)
  }

  /** The state of the market after the newest event, built once until the next. */
  #resetFrame(): Buffer {
    if (this.#reset) return this.#reset
    const { market, lastTrades } = this.#settings.model
    const data = {
      market: market.symbol,
      ...stampOf(this.#sent),
      ...pairsOf(market, this.#sent),
      trades: lastTrades.map((trade) => showTrade(trade, market, this.#settings.sandboxTradersId)),
      ticker: this.#showTicker(),
    }
    this.#reset = Buffer.from(eventText({ event: 'reset', data, id: this.#ring.headId }))
    return this.#reset
  }

  #showTicker() {
    const { model, now, fallback, state } = this.#settings
    return showTicker(model, { nowMs: now(), fallback: fallback(), state: state() })
  }

  #nextId(): string {
    const number = this.#settings.version()
    this.#count = number === this.#number ? this.#count + 1 : 0
    this.#number = number
    return this.#id()
  }

  #id(): string {
    return `${this.#settings.model.market.id}-${this.#number}.${this.#count}.${this.#origin}`
  }
}

const stampOf = ({ sequence, at }: Depth) => ({ sequence: sequence.toString(), at: new Date(at).toISOString() })

const pairsOf = (market: Market, { bids, asks }: Pick<Depth, 'bids' | 'asks'>) => ({
  bids: showPairs(market, bids),
  asks: showPairs(market, asks),
})
