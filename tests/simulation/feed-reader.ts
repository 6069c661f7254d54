import type { Balance } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { OrderRecord, Side } from '#domain/order.ts'
import type { CommitEvent, CommitFeed, CommitSnapshot, followCommits } from '#server/exchange/commit-feed.ts'
import { MarketBook } from '#server/market-data/market-book.ts'
import { TradeStream } from '#server/market-data/market-watch.ts'
import type { Queryable } from '#server/store/database.ts'
import { readBalances } from '#server/store/read-exchange.ts'
import { readOpenOrders } from '#server/store/read-open-orders.ts'
import { leftOf, type NaiveState, priceOf } from '#tests/oracle/naive-state.ts'

export interface ReaderSettings {
  readonly feed: CommitFeed
  readonly store: Queryable
  readonly markets: readonly Market[]
  readonly follow: typeof followCommits
}

const NO_LOG = { warn() {} }
const walletName = ({ ownerId, coinId }: { ownerId: number; coinId: number }) => `${ownerId}/${coinId}`
const isStanding = ({ status }: { status: string }) => status === 'IS_OPEN' || status === 'PENDING'

/** An outside reader that knows the exchange from its commits alone, and from the store where commits may be missing. */
export class FeedReader {
  readonly #settings: ReaderSettings
  readonly #books: ReadonlyMap<number, MarketBook>
  readonly #trades: TradeStream
  readonly #tradeIds: number[] = []
  /** The newest trade when it began; absent until then. */
  #tradesBehind: number | undefined
  readonly #open = new Map<number, OrderRecord>()
  readonly #balances = new Map<string, Balance>()
  /** Commits that arrive while the store is read; absent afterwards. */
  #early: CommitEvent[] | undefined = []
  #readings = 0
  readonly stop: () => void

  constructor(settings: ReaderSettings) {
    const { feed, store, markets, follow } = settings
    this.#settings = settings
    this.#books = new Map(markets.map((market) => [market.id, new MarketBook(market)]))
    const onTrades = (trades: readonly { id: number }[]) => void this.#tradeIds.push(...trades.map(({ id }) => id))
    this.#trades = new TradeStream({ database: store, log: NO_LOG, onTrades })
    this.stop = follow(feed, {
      onSnapshot: (snapshot) => this.#onSnapshot(snapshot),
      onCommit: (commit) => this.#onCommit(commit),
    })
  }

  /** The differences between its state and the oracle's paper. */
  differences(paper: NaiveState): string[] {
    const differences: string[] = []
    const compare = (what: string, [is, should]: [string, string]) => {
      if (is !== should) differences.push(`a reader's ${what}: is ${is}, should be ${should}`)
    }
    if (this.#early) differences.push('a reader has not read the store')
    for (const [id, { depth }] of this.#books) {
      const drawn = (levels: typeof depth.bids) => levels.map(({ price, volume }) => `${volume} at ${price}`).join()
      compare(`bids of ${id}`, [drawn(depth.bids), paperLevels(paper, { id, side: 'BUY' })])
      compare(`asks of ${id}`, [drawn(depth.asks), paperLevels(paper, { id, side: 'SELL' })])
    }
    for (const wallet of new Set([...paper.totals.keys(), ...this.#balances.keys()])) {
      const { available = 0n, blocked = 0n } = this.#balances.get(wallet) ?? {}
      const [ownerId = 0, coinId = 0] = wallet.split('/').map(Number)
      const should = paper.blocked(ownerId, coinId)
      compare(`wallet ${wallet}`, [`${available} + ${blocked}`, `${paper.total(ownerId, coinId) - should} + ${should}`])
    }
    compare('open orders', [drawOrders(this.#open.values()), drawOrders(paper.standing())])
    const behind = this.#tradesBehind ?? 0
    const ids = paper.trades.flatMap(({ maker }, i) => (maker === undefined || i < behind ? [] : [i + 1]))
    compare(`trades behind ${behind}`, [this.#tradeIds.join(), ids.join()])
    return differences
  }

  #onSnapshot(snapshot: CommitSnapshot): void {
    for (const book of snapshot.books) this.#books.get(book.marketId)?.replace(book)
    this.#trades.onSnapshot(snapshot.lastTradeId)
    if (this.#tradesBehind === undefined) {
      this.#tradesBehind = snapshot.lastTradeId
      this.#trades.begin(snapshot.lastTradeId)
    }
    this.#early = []
    void this.#read(++this.#readings)
  }

  #onCommit(commit: CommitEvent): void {
    for (const change of commit.bookChanges) this.#books.get(change.marketId)?.change(change, commit)
    this.#trades.onCommit(commit)
    if (this.#early) this.#early.push(commit)
    else this.#apply(commit)
  }

  async #read(reading: number): Promise<void> {
    const { store } = this.#settings
    const orders: OrderRecord[] = []
    await readOpenOrders(store, (order) => orders.push(order))
    const balances: Balance[] = []
    await readBalances(store, (balance) => balances.push(balance))
    if (reading !== this.#readings) return
    this.#open.clear()
    this.#balances.clear()
    this.#apply({ orders, balances })
    // The reading may include these commits already. They hold absolute states, so applying them twice does no harm.
    for (const commit of this.#early ?? []) this.#apply(commit)
    this.#early = undefined
  }

  #apply({ orders, balances }: Pick<CommitEvent, 'orders' | 'balances'>): void {
    for (const order of orders)
      if (isStanding(order)) this.#open.set(order.id, order)
      else this.#open.delete(order.id)
    for (const balance of balances) this.#balances.set(walletName(balance), balance)
  }
}

function paperLevels(paper: NaiveState, { id, side }: { id: number; side: Side }): string {
  const levels = new Map<bigint, bigint>()
  for (const order of paper.queue(id, side))
    levels.set(priceOf(order), (levels.get(priceOf(order)) ?? 0n) + leftOf(order))
  return [...levels].map(([price, volume]) => `${volume} at ${price}`).join()
}

const drawOrders = (orders: Iterable<{ id: number; status: string; executed: bigint; amount: bigint }>) =>
  [...orders]
    .sort((a, b) => a.id - b.id)
    .map(({ id, status, executed, amount }) => `${id} ${status} ${executed} of ${amount}`)
    .join()
