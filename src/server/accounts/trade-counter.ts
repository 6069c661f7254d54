import type { Market } from '#domain/market.ts'
import type { CommitEvent, CommitSnapshot } from '../exchange/commit-feed.ts'
import { addTradeSums, countTrades } from '../store/accounts/count-trades.ts'
import { readOperatorAccountIds } from '../store/accounts/users.ts'
import type { Queryable } from '../store/database.ts'
import { TradeSums } from './trade-sums.ts'

/** Nobody's order waits for the statement that writes the sums of so many users. */
const USERS_MAX = 500

export interface Counted {
  /** Whose volumes changed. */
  readonly userIds: readonly number[]
  readonly isMore: boolean
}

/**
 * Keeps what is asked of all trades, each trade exactly once: sums of the commits that it follows, which are written behind a mark, and
 * where commits were missed, or somebody else has moved the mark, what SQL counts behind it.
 */
export class TradeCounter {
  readonly #database: Queryable
  /** Grows while the server runs. */
  readonly #markets: readonly Market[]
  readonly #marketById = new Map<number, Market>()
  /** Accounts of the operator are made before the first trade of theirs. */
  #operatorIds: ReadonlySet<number> | undefined
  /** The newest committed trade that is known. */
  #newest = -1
  /** Up to which SQL is to count; at first nobody knows how far. */
  #countUpTo: number | undefined = Number.MAX_SAFE_INTEGER
  /** Of all that came behind, oldest first: these are being written, and another is growing. */
  #closed: TradeSums[] = []
  #growing: TradeSums | undefined

  constructor({ database, markets }: { database: Queryable; markets: readonly Market[] }) {
    this.#database = database
    this.#markets = markets
  }

  onSnapshot({ lastTradeId }: Pick<CommitSnapshot, 'lastTradeId'>): void {
    if (lastTradeId !== this.#newest) this.#leaveToSql(lastTradeId)
  }

  onCommit({ trades, rewards }: Pick<CommitEvent, 'trades' | 'rewards'>): void {
    const last = trades.at(-1)
    if (!last) return
    const markets = trades.map(({ marketId }) => this.#marketOf(marketId))
    if (!this.#operatorIds || markets.includes(undefined)) {
      this.#leaveToSql(last.id)
      return
    }
    const sums = this.#growing ?? new TradeSums(this.#newest, this.#operatorIds)
    this.#growing = sums
    for (const [i, trade] of trades.entries()) {
      const market = markets[i]
      if (market) sums.addTrade(trade, market)
    }
    for (const reward of rewards) sums.addReward(reward)
    this.#newest = last.id
    if (sums.userCount >= USERS_MAX) this.#close()
  }

  /** Writes a part of what is not written yet. @throws Error when the database does not answer; the part is then tried again */
  async count(): Promise<Counted> {
    this.#operatorIds ??= new Set(await readOperatorAccountIds(this.#database))
    const upTo = this.#countUpTo
    return upTo === undefined ? this.#writeSums() : this.#countBySql(upTo)
  }

  async #countBySql(upTo: number): Promise<Counted> {
    const { userIds, isMore } = await countTrades(this.#database, upTo)
    if (!isMore && this.#countUpTo === upTo) this.#countUpTo = undefined
    return { userIds, isMore: this.#hasMore() }
  }

  async #writeSums(): Promise<Counted> {
    if (this.#closed.length === 0) this.#close()
    const [sums] = this.#closed
    if (!sums) return { userIds: [], isMore: false }
    const rows = sums.rows()
    const isAdded = await addTradeSums(this.#database, rows)
    // A snapshot may have come meanwhile, behind which SQL counts.
    if (this.#closed[0] === sums) {
      this.#closed.shift()
      if (!isAdded) this.#countUpTo = rows.upTo
    }
    return { userIds: rows.volumes.map(({ userId }) => userId), isMore: this.#hasMore() }
  }

  #hasMore(): boolean {
    return this.#countUpTo !== undefined || this.#closed.length > 0 || this.#growing !== undefined
  }

  #marketOf(id: number): Market | undefined {
    const market = this.#marketById.get(id) ?? this.#markets.find((each) => each.id === id)
    if (market) this.#marketById.set(id, market)
    return market
  }

  #close(): void {
    if (this.#growing) this.#closed.push(this.#growing)
    this.#growing = undefined
  }

  #leaveToSql(upTo: number): void {
    this.#closed = []
    this.#growing = undefined
    this.#newest = upTo
    this.#countUpTo = upTo
  }
}
