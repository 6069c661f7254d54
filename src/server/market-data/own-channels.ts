import type * as z from 'zod/mini'
import { eventText } from '#contract/event-text.ts'
import type { Order as OrderOnWire } from '#contract/orders.ts'
import type { OwnBalance } from '#contract/stream.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { Committed } from '../exchange/exchange.ts'

type Members<Collection> = Collection extends Iterable<infer Member> ? Member : never
/** An order and a wallet as a commit left them. */
export type CommittedOrder = Members<Committed['journal']['orders']>
type CommittedWallet = Members<Committed['journal']['wallets']>

export interface OwnListener {
  readonly userId: number
  /** A market maker is told of his orders alone. */
  readonly showsBalances: boolean
  send(frame: Buffer): void
}

export interface OwnSettings {
  readonly markets: readonly Market[]
  readonly coins: readonly Coin[]
  readonly showOrder: (order: CommittedOrder, market: Market) => z.input<typeof OrderOnWire>
}

const frame = (event: { event: string; data: unknown }) => Buffer.from(eventText(event))
const REFETCH = frame({ event: 'refetch', data: { what: 'own' } })

/** What commits change of the orders and balances of users who listen. */
export class OwnChannels {
  readonly #settings: OwnSettings
  readonly #marketById: ReadonlyMap<number, Market>
  readonly #coinById: ReadonlyMap<number, Coin>
  readonly #listeners = new Map<number, Set<OwnListener>>()
  #state: Committed['state'] | undefined

  constructor(settings: OwnSettings) {
    this.#settings = settings
    this.#marketById = new Map(settings.markets.map((market) => [market.id, market]))
    this.#coinById = new Map(settings.coins.map((coin) => [coin.id, coin]))
  }

  /** From now on a listener is told; what stands at this moment it fetches. Returns how to stop. */
  join(listener: OwnListener): () => void {
    const { userId } = listener
    const others = this.#listeners.get(userId) ?? new Set()
    others.add(listener)
    this.#listeners.set(userId, others)
    listener.send(REFETCH)
    return () => {
      if (others.delete(listener) && others.size === 0) this.#listeners.delete(userId)
    }
  }

  /** Runs within every commit: without listeners it looks at nothing. */
  hear({ journal, state }: Committed): void {
    const isRebuilt = this.#state !== undefined && state !== this.#state
    this.#state = state
    if (this.#listeners.size === 0) return
    // What an unknown commit changed is in no journal.
    if (isRebuilt) for (const listeners of this.#listeners.values()) sendAll(listeners, REFETCH)
    for (const order of journal.orders) this.#tellOrder(order)
    for (const wallet of journal.wallets) this.#tellBalance(wallet)
  }

  #tellOrder(order: CommittedOrder): void {
    const listeners = this.#listeners.get(order.userId)
    const market = this.#marketById.get(order.marketId)
    if (!listeners || !market) return
    sendAll(listeners, frame({ event: 'order', data: this.#settings.showOrder(order, market) }))
  }

  #tellBalance({ ownerId, coinId, available, blocked }: CommittedWallet): void {
    const listeners = this.#listeners.get(ownerId)
    const coin = this.#coinById.get(coinId)
    if (!listeners || !coin) return
    const text = (value: bigint) => formatDecimal(value, coin.decimals)
    const data: z.input<typeof OwnBalance> = {
      coin: coin.symbol,
      credit: text(available),
      blockedCredit: text(blocked),
      totalBalance: text(available + blocked),
    }
    const told = frame({ event: 'balance', data })
    for (const listener of listeners) if (listener.showsBalances) listener.send(told)
  }
}

function sendAll(listeners: ReadonlySet<OwnListener>, frame: Buffer): void {
  for (const listener of listeners) listener.send(frame)
}
