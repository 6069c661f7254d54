import type * as z from 'zod/mini'
import type { Order as OrderOnWire } from '#contract/orders.ts'
import { eventText, marketOfEvent, type OwnBalance } from '#contract/stream.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import type { OrderRecord } from '#domain/order.ts'
import { type CommitEvent, type CommitFeed, followCommits } from '../exchange/commit-feed.ts'
import { MarketChannel } from './market-channel.ts'
import type { MarketWatch } from './market-watch.ts'
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
const IDLE_MS = MINUTE_MS

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
    // The clients of a process that is restarted next come here, with ids of markets that nobody follows here yet.
    for (const market of settings.markets) this.#channelOf(market)
    this.#clock = setInterval(() => this.#tick(), CLOCK_MS)
    this.#clock.unref()
  }

  /** Subscribes a listener to markets, each from the event after the last one that it received if that is still kept. */
  joinMarkets(
    markets: readonly Market[],
    { send, lastEventId }: { send: (frame: Buffer) => void; lastEventId: string | undefined },
  ): () => void {
    const ids = new Map<string, string>()
    const sendWithIds = (frame: Buffer, id: string) => {
      ids.set(marketOfEvent(id), id)
      send(Buffer.concat([frame, Buffer.from(`id: ${[...ids.values()].join(',')}\n\n`)]))
    }
    const listener = { send: markets.length > 1 ? sendWithIds : send }
    const stops = markets.map((market) => this.#channelOf(market).join(listener, lastEventId))
    return () => {
      for (const stop of stops) stop()
    }
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

  #channelOf(market: Market): MarketChannel {
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
    return opened.channel
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

export interface OwnListener {
  readonly userId: number
  /** False for a market maker, who gets orders alone. */
  readonly showsBalances: boolean
  send(frame: Buffer): void
}

export interface OwnSettings {
  readonly markets: readonly Market[]
  readonly coins: readonly Coin[]
  readonly showOrder: (order: OrderRecord, market: Market) => z.input<typeof OrderOnWire>
}

const frame = (event: { event: string; data: unknown }) => Buffer.from(eventText(event))
const REFETCH = frame({ event: 'refetch', data: { what: 'own' } })
const REFETCH_NOTIFICATIONS = frame({ event: 'refetch', data: { what: 'notifications' } })

/** Streams committed changes of orders and balances to the users who listen. */
export class OwnChannels {
  readonly #settings: OwnSettings
  readonly #listeners = new Map<number, Set<OwnListener>>()

  constructor(settings: OwnSettings) {
    this.#settings = settings
  }

  /** Sends a listener all changes from now on; the present state it fetches itself. Returns a function that stops it. */
  join(listener: OwnListener): () => void {
    const { userId } = listener
    const others = this.#listeners.get(userId) ?? new Set<OwnListener>()
    others.add(listener)
    this.#listeners.set(userId, others)
    listener.send(REFETCH)
    return () => {
      if (others.delete(listener) && others.size === 0) this.#listeners.delete(userId)
    }
  }

  /** Commits may be missing before a snapshot, so every listener fetches again. */
  onSnapshot(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.send(REFETCH)
  }

  /** Notifies those of these users who listen that there is a new notification to fetch. */
  onNotices(userIds: Iterable<number>): void {
    for (const userId of userIds)
      for (const listener of this.#listeners.get(userId) ?? []) listener.send(REFETCH_NOTIFICATIONS)
  }

  onCommit(commit: CommitEvent): void {
    if (this.#listeners.size === 0) return
    for (const { userId, frame, isBalance } of [...this.#ofOrders(commit), ...this.#ofBalances(commit)])
      for (const listener of this.#listeners.get(userId) ?? [])
        if (listener.showsBalances || !isBalance) listener.send(frame)
  }

  *#ofOrders({ orders }: CommitEvent): Generator<OwnChange> {
    for (const order of orders) {
      if (!this.#listeners.has(order.userId)) continue
      const market = this.#settings.markets.find(({ id }) => id === order.marketId)
      if (!market) continue
      const data = this.#settings.showOrder(order, market)
      yield { userId: order.userId, frame: frame({ event: 'order', data }), isBalance: false }
    }
  }

  *#ofBalances({ balances }: CommitEvent): Generator<OwnChange> {
    for (const { ownerId, coinId, available, blocked } of balances) {
      if (!this.#listeners.has(ownerId)) continue
      const coin = this.#settings.coins.find(({ id }) => id === coinId)
      if (!coin) continue
      const text = (value: bigint) => formatDecimal(value, coin.decimals)
      const data: z.input<typeof OwnBalance> = {
        coin: coin.symbol,
        credit: text(available),
        blockedCredit: text(blocked),
        totalBalance: text(available + blocked),
      }
      yield { userId: ownerId, frame: frame({ event: 'balance', data }), isBalance: true }
    }
  }
}

/** A change of one user's orders or balances. */
interface OwnChange {
  readonly userId: number
  readonly frame: Buffer
  readonly isBalance: boolean
}
