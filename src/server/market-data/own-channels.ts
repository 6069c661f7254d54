import type * as z from 'zod/mini'
import type { Order as OrderOnWire } from '#contract/orders.ts'
import { eventText, type OwnBalance } from '#contract/stream.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { Applied } from '../exchange/exchange.ts'

type Members<Collection> = Collection extends Iterable<infer Member> ? Member : never
/** An order as a batch left it. */
export type AppliedOrder = Members<Applied['journal']['orders']>

export interface OwnListener {
  readonly userId: number
  /** A market maker is told of his orders alone. */
  readonly showsBalances: boolean
  send(frame: Buffer): void
}

export interface OwnSettings {
  readonly markets: readonly Market[]
  readonly coins: readonly Coin[]
  readonly showOrder: (order: AppliedOrder, market: Market) => z.input<typeof OrderOnWire>
}

const frame = (event: { event: string; data: unknown }) => Buffer.from(eventText(event))
const REFETCH = frame({ event: 'refetch', data: { what: 'own' } })

/** What commits change of the orders and balances of users who listen. */
export class OwnChannels {
  readonly #settings: OwnSettings
  readonly #marketById: ReadonlyMap<number, Market>
  readonly #coinById: ReadonlyMap<number, Coin>
  /** By user, each with the count of those who came before him. */
  readonly #listeners = new Map<number, Map<OwnListener, number>>()
  /** Counts those who came. */
  #joined = 0
  #state: Applied['state'] | undefined

  constructor(settings: OwnSettings) {
    this.#settings = settings
    this.#marketById = new Map(settings.markets.map((market) => [market.id, market]))
    this.#coinById = new Map(settings.coins.map((coin) => [coin.id, coin]))
  }

  /** From now on a listener is told; what stands at this moment it fetches. Returns how to stop. */
  join(listener: OwnListener): () => void {
    const { userId } = listener
    const others = this.#listeners.get(userId) ?? new Map<OwnListener, number>()
    others.set(listener, this.#joined)
    this.#joined += 1
    this.#listeners.set(userId, others)
    listener.send(REFETCH)
    return () => {
      if (others.delete(listener) && others.size === 0) this.#listeners.delete(userId)
    }
  }

  /** Listens to the exchange. Runs for every batch: without listeners it looks at nothing. */
  look({ journal, state }: Applied): () => void {
    const isRebuilt = this.#state !== undefined && state !== this.#state
    this.#state = state
    const joined = this.#joined
    const news = this.#listeners.size === 0 ? [] : [...this.#ofOrders(journal), ...this.#ofBalances(journal)]
    return () => {
      // What an unknown commit changed is in no journal.
      if (isRebuilt) this.#refetch({ since: 0 })
      // And he who came while this batch was under way may have fetched what stood before it.
      else if (joined < this.#joined) this.#refetch({ since: joined })
      for (const { userId, frame, isBalance } of news) this.#tell(userId, frame, isBalance)
    }
  }

  #refetch({ since }: { since: number }): void {
    for (const listeners of this.#listeners.values())
      for (const [listener, joined] of listeners) if (joined >= since) listener.send(REFETCH)
  }

  #tell(userId: number, frame: Buffer, isBalance: boolean): void {
    for (const listener of this.#listeners.get(userId)?.keys() ?? [])
      if (listener.showsBalances || !isBalance) listener.send(frame)
  }

  *#ofOrders({ orders }: Applied['journal']): Generator<News> {
    for (const order of orders) {
      const market = this.#marketById.get(order.marketId)
      if (!market || !this.#listeners.has(order.userId)) continue
      const data = this.#settings.showOrder(order, market)
      yield { userId: order.userId, frame: frame({ event: 'order', data }), isBalance: false }
    }
  }

  *#ofBalances({ wallets }: Applied['journal']): Generator<News> {
    for (const { ownerId, coinId, available, blocked } of wallets.keys()) {
      const coin = this.#coinById.get(coinId)
      if (!coin || !this.#listeners.has(ownerId)) continue
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

/** Of one user. */
interface News {
  readonly userId: number
  readonly frame: Buffer
  readonly isBalance: boolean
}
