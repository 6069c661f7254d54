import type * as z from 'zod/mini'
import type { Order as OrderOnWire } from '#contract/orders.ts'
import { eventText, type OwnBalance } from '#contract/stream.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { CommitEvent } from '../exchange/commit-feed.ts'

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
