import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import { type CommitFeed, followCommits } from '../exchange/commit-feed.ts'
import { MarketChannel } from './market-channel.ts'
import type { MarketWatch } from './market-watch.ts'
import { OwnChannels, type OwnListener, type OwnSettings } from './own-channels.ts'
import type { PriceBoard } from './price-board.ts'

export interface FeedSettings extends OwnSettings {
  readonly exchange: CommitFeed
  readonly watch: MarketWatch
  readonly board: PriceBoard
  readonly sandboxTradersId: number | undefined
  readonly marketStateAt: (market: Market, atMs: number) => MarketState
  readonly now: () => number
}

/** How often time-dependent values are checked: the sliding day, the opening of a market. */
const CLOCK_MS = 1_000
/** How long a market without listeners is still followed, for clients that come back. */
const IDLE_MS = 60_000

interface Opened {
  readonly channel: MarketChannel
  idleSince: number | undefined
}

/** The source of the live streams: markets and users with listeners, from committed changes alone. */
export class LiveFeed {
  readonly #settings: FeedSettings
  readonly #markets = new Map<number, Opened>()
  readonly #own: OwnChannels
  readonly #clock: NodeJS.Timeout
  readonly #stops: readonly (() => void)[]

  constructor(settings: FeedSettings) {
    this.#settings = settings
    this.#own = new OwnChannels(settings)
    this.#stops = [
      followCommits(settings.exchange, {
        onSnapshot: () => this.#own.onSnapshot(),
        onCommit: (commit) => this.#own.onCommit(commit),
      }),
      settings.watch.follow({
        onBook: (marketId, undos) => this.#markets.get(marketId)?.channel.onBook(undos),
        onTrades: (trades) => {
          if (this.#markets.size === 0) return
          for (const [marketId, some] of Map.groupBy(trades, (trade) => trade.marketId))
            this.#markets.get(marketId)?.channel.addTrades(some)
        },
      }),
    ]
    this.#clock = setInterval(() => this.#tick(), CLOCK_MS)
    this.#clock.unref()
  }

  /** Subscribes a listener to a market, from the event after the last one that it received if that is still kept. */
  joinMarket(
    market: Market,
    { send, lastEventId }: { send: (frame: Buffer) => void; lastEventId: string | undefined },
  ): () => void {
    const { watch, board, sandboxTradersId, marketStateAt, now } = this.#settings
    const opened = this.#markets.get(market.id) ?? {
      channel: new MarketChannel({
        model: watch.market(market.id),
        now,
        sandboxTradersId,
        fallback: () => board.latest(market)?.middle,
        state: () => marketStateAt(market, now()),
      }),
      idleSince: undefined,
    }
    this.#markets.set(market.id, opened)
    opened.idleSince = undefined
    return opened.channel.join({ send }, lastEventId)
  }

  joinOwn(listener: OwnListener): () => void {
    return this.#own.join(listener)
  }

  /** Passes on that notices were committed for these users. */
  onNotices(userIds: Iterable<number>): void {
    this.#own.onNotices(userIds)
  }

  close(): void {
    clearInterval(this.#clock)
    for (const stop of this.#stops) stop()
    for (const { channel } of this.#markets.values()) channel.close()
  }

  #tick(): void {
    const nowMs = this.#settings.now()
    for (const [id, opened] of this.#markets) {
      if (opened.channel.listenerCount > 0) opened.channel.touch()
      else opened.idleSince ??= nowMs
      if (opened.idleSince === undefined || nowMs - opened.idleSince < IDLE_MS) continue
      opened.channel.close()
      this.#markets.delete(id)
    }
  }
}
