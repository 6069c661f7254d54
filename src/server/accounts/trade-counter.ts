import { DAY_MS } from '#domain/durations.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { type Market, valueInToman, wholePrice } from '#domain/market.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import { amount } from '#domain/units.ts'
import type { CommitEvent, CommitSnapshot } from '../exchange/commit-feed.ts'
import { addTradeSums, countTrades, type TradeSumRows } from '../store/accounts/levels.ts'
import { readOperatorAccountIds } from '../store/accounts/users.ts'
import type { Queryable } from '../store/database.ts'
import type { MarketDay } from '../store/trading/market-days.ts'

/** No order waits for the statement that writes the sums of this many users. */
const USERS_MAX = 500

export interface Counted {
  /** The users whose volumes changed. */
  readonly userIds: readonly number[]
  readonly isMore: boolean
}

/**
 * Maintains the figures over all trades and counts each trade exactly once: it writes sums of the commits that it follows, together with a mark;
 * if commits were missed, or another process has moved the mark, SQL counts the trades after it.
 */
export class TradeCounter {
  readonly #database: Queryable
  /** Grows while the server runs. */
  readonly #markets: readonly Market[]
  readonly #marketById = new Map<number, Market>()
  /** The operator's accounts, created before their first trade. */
  #operatorIds: ReadonlySet<number> | undefined
  /** The newest known committed trade. */
  #newest = -1
  /** The last trade for SQL to count; at first unknown. */
  #countUpTo: number | undefined = Number.MAX_SAFE_INTEGER
  /** The sums of all later trades, oldest first: these are being written, and another one is growing. */
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

  /** Writes a part of the unwritten sums. @throws Error when the database does not answer; the part is then retried */
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
    // A snapshot may have come meanwhile; SQL counts from there on.
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

type Growing<Row> = { -readonly [Key in keyof Row]: Row[Key] }

/**
 * The additions of consecutive trades to all stored figures of trades, summed as they come; `countTrades` does the same in SQL, for
 * trades that nobody followed. SQL reads each trade again, which costs a trade 29 µs on PostgreSQL and 137 in the built-in database, a third of
 * what its two orders cost; this costs a microsecond or two, and one statement in five seconds.
 */
class TradeSums {
  readonly #after: number
  #upTo: number
  readonly #operatorIds: ReadonlySet<number>
  /** By UTC day, then by user. */
  readonly #volumes = new Map<number, Map<number, bigint>>()
  /** By Tehran day, then by market. */
  readonly #days = new Map<number, Map<number, Growing<MarketDay>>>()
  readonly #inviters = new Map<number, bigint>()
  readonly #invitees = new Map<number, { userId: number; worth: bigint; friendWorth: bigint }>()

  /** @param operatorIds the operator's accounts, whose trades with each other do not count */
  constructor(after: number, operatorIds: ReadonlySet<number>) {
    this.#after = after
    this.#upTo = after
    this.#operatorIds = operatorIds
  }

  /** The newest trade in them. */
  get upTo(): number {
    return this.#upTo
  }

  /** The number of users whose volumes grow by them. */
  get userCount(): number {
    let count = 0
    for (const users of this.#volumes.values()) count += users.size
    return count
  }

  /** Adds the next trade. */
  addTrade(trade: Trade, market: Market): void {
    const { value, quoteInToman, makerOrderId, takerUserId, makerUserId, at } = trade
    const worth = valueInToman(value, { quote: market.quote, quoteInToman }) ?? 0n
    const volumes = inner(this.#volumes, Math.floor(at / DAY_MS))
    if (takerUserId > 0) grow(volumes, takerUserId, worth)
    if (makerUserId > 0 && makerOrderId !== undefined) grow(volumes, makerUserId, worth)
    this.#addToDay(trade, market, worth)
    this.#upTo = trade.id
  }

  addReward({ inviterId, inviteeId, valueInToman: worth, friendValueInToman: friendWorth }: Reward): void {
    if (worth !== undefined) grow(this.#inviters, inviterId, worth)
    const known = this.#invitees.get(inviteeId)
    const invitee = known ?? { userId: inviteeId, worth: 0n, friendWorth: 0n }
    invitee.worth += worth ?? 0n
    invitee.friendWorth += friendWorth ?? 0n
    if (!known) this.#invitees.set(inviteeId, invitee)
  }

  rows(): TradeSumRows {
    return {
      after: this.#after,
      upTo: this.#upTo,
      volumes: [...this.#volumes].flatMap(([day, users]) =>
        [...users].map(([userId, volume]) => ({ userId, day: nameOf(day), volume })),
      ),
      marketDays: [...this.#days.values()].flatMap((markets) => [...markets.values()]),
      inviters: [...this.#inviters].map(([userId, worth]) => ({ userId, worth })),
      invitees: [...this.#invitees.values()],
    }
  }

  #addToDay(trade: Trade, market: Market, worth: bigint): void {
    const number = Math.floor((trade.at + TEHRAN_OFFSET_MS) / DAY_MS)
    const markets = inner(this.#days, number)
    const day = markets.get(trade.marketId) ?? noTrades(number, trade.marketId)
    markets.set(trade.marketId, day)
    const [baseFee, quoteFee] =
      trade.takerSide === 'BUY' ? [trade.takerFee, trade.makerFee] : [trade.makerFee, trade.takerFee]
    day.baseFees += baseFee
    day.quoteFees += quoteFee
    if (baseFee > 0n) day.baseFeeTrades += 1
    if (quoteFee > 0n) day.quoteFeeTrades += 1
    if (!this.#isPublic(trade)) return
    day.publicTrades += 1
    day.publicValue += trade.value
    day.publicWorth += worth
    const fee = amount(quoteFee + wholePrice({ quantity: baseFee, unitPrice: trade.unitPrice, market }, 'down'))
    day.publicFeeWorth += valueInToman(fee, { quote: market.quote, quoteInToman: trade.quoteInToman }) ?? 0n
  }

  #isPublic({ takerUserId, makerOrderId, makerUserId }: Trade): boolean {
    return !this.#operatorIds.has(takerUserId) || (makerOrderId !== undefined && !this.#operatorIds.has(makerUserId))
  }
}

const nameOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

const noTrades = (day: number, marketId: number): Growing<MarketDay> => ({
  day: nameOf(day),
  marketId,
  baseFees: 0n,
  baseFeeTrades: 0,
  quoteFees: 0n,
  quoteFeeTrades: 0,
  publicTrades: 0,
  publicValue: 0n,
  publicWorth: 0n,
  publicFeeWorth: 0n,
})

function inner<Value>(days: Map<number, Map<number, Value>>, day: number): Map<number, Value> {
  const known = days.get(day)
  if (known) return known
  const none = new Map<number, Value>()
  days.set(day, none)
  return none
}

const grow = (sums: Map<number, bigint>, key: number, by: bigint) => void sums.set(key, (sums.get(key) ?? 0n) + by)
