import type { Market } from '#domain/market.ts'
import { TradeCounter } from '#server/accounts/trade-counter.ts'
import type { CommitFeed, followCommits } from '#server/exchange/commit-feed.ts'
import { DatabaseUnavailable, type Queryable } from '#server/store/database.ts'
import type { Chance } from './chance.ts'
import { inTurn } from './statements.ts'

interface Surroundings {
  readonly feed: CommitFeed
  readonly store: Queryable
  readonly markets: readonly Market[]
  readonly follow: typeof followCommits
  readonly chance: Chance
  /** False: no mishaps occur. */
  readonly isDangerous: () => boolean
}

/** The possible mishaps of the counter's statements. */
const WEIGHTS = { well: 12, lostBefore: 1, lostAfter: 1 }

/** Users of the simulation that are the operator's accounts; some of their trades are with each other. */
export const OPERATOR_IDS = [3, 4, 5] as const

/** The stored sums of all trades, kept by a counter that is killed now and then and loses commits and statements. */
export class KeptSums {
  readonly #around: Surroundings
  #counter: TradeCounter
  #stop: () => void

  constructor(around: Surroundings) {
    this.#around = around
    this.#counter = this.#newCounter()
    this.#stop = this.#begin()
  }

  /** A killed counter loses sums that it has not written. */
  async count(): Promise<void> {
    const { chance } = this.#around
    if (chance.onceIn(20)) {
      this.#stop()
      this.#counter = this.#newCounter()
      this.#stop = this.#begin()
    }
    for (let i = chance.below(4); i > 0; i--) await this.#counter.count().catch(() => undefined)
  }

  /** The differences between the stored sums and their rows. */
  async differences(): Promise<string[]> {
    let isMore = true
    while (isMore) ({ isMore } = await this.#counter.count())
    const { store } = this.#around
    const [kept, raw] = await inTurn(async () => [await keptTexts(store), await rawTexts(store)])
    return [
      ...kept.filter((text) => !raw.includes(text)).map((text) => `a sum is kept that no rows have: ${text}`),
      ...raw.filter((text) => !kept.includes(text)).map((text) => `a sum is not kept: ${text}`),
    ]
  }

  stop(): void {
    this.#stop()
  }

  #newCounter(): TradeCounter {
    const { markets } = this.#around
    return new TradeCounter({ database: { query: (sql, values) => this.#ask(sql, values) }, markets })
  }

  #begin(): () => void {
    const { feed, follow } = this.#around
    const counter = this.#counter
    return follow(feed, {
      onSnapshot: (snapshot) => counter.onSnapshot(snapshot),
      onCommit: (commit) => counter.onCommit(commit),
    })
  }

  async #ask<Row>(...statement: Parameters<Queryable['query']>): Promise<Row[]> {
    const { chance, isDangerous, store } = this.#around
    const mishap = isDangerous() ? chance.weighted(WEIGHTS) : 'well'
    if (mishap === 'lostBefore') throw new DatabaseUnavailable('the connection broke')
    const rows = await inTurn(() => store.query<Row>(...statement))
    if (mishap === 'lostAfter') throw new DatabaseUnavailable('the connection broke')
    return rows
  }
}

async function keptTexts(store: Queryable): Promise<string[]> {
  const rows = await store.query<{ text: string }>(`
    select concat_ws(' ', 'volume', user_id, day, volume) as text from trade_volumes
    union all select concat_ws(' ', 'market', market_id, day, base_fees, base_fee_trades, quote_fees, quote_fee_trades, public_trades,
      public_value, public_worth, public_fee_worth) from market_days
    union all select concat_ws(' ', 'inviter', inviter_id, value_in_toman) from reward_totals
    union all select concat_ws(' ', 'invitee', invitee_id, value_in_toman, friend_value_in_toman) from invitee_totals`)
  return rows.map(({ text }) => text)
}

interface RawTrade {
  market_id: number
  quote: string
  base_decimals: number
  quote_decimals: number
  taker_side: 'BUY' | 'SELL'
  unit_price: bigint
  value: bigint
  taker_user_id: bigint
  maker_user_id: bigint
  maker_order_id: bigint | null
  taker_fee: bigint
  maker_fee: bigint
  quote_in_toman: bigint | null
  at: Date
}

const HOUR_MS = 3_600_000
const TOMAN_SCALE = 10n ** 6n
const dayOf = (at: Date, aheadMs: number) => new Date(at.getTime() + aheadMs).toISOString().slice(0, 10)

function inToman(value: bigint, { quote, quote_decimals, quote_in_toman }: RawTrade): bigint {
  if (quote === 'TOMAN') return value
  return (value * (quote_in_toman ?? 0n) * TOMAN_SCALE) / 10n ** BigInt(8 + quote_decimals)
}

/** All sums computed again, row by row. */
async function rawTexts(store: Queryable): Promise<string[]> {
  const sums = new Map<string, bigint[]>()
  const add = (name: string, figures: readonly bigint[]) => {
    const known = sums.get(name) ?? figures.map(() => 0n)
    sums.set(
      name,
      known.map((sum, i) => sum + (figures[i] ?? 0n)),
    )
  }
  const trades = await store.query<RawTrade>(
    `select trades.*, base.decimals as base_decimals, quote.decimals as quote_decimals, quote.symbol as quote
      from trades join markets on markets.id = market_id join coins as base on base.id = base_coin_id
        join coins as quote on quote.id = quote_coin_id`,
  )
  for (const trade of trades) {
    const isOperator = (id: bigint) => OPERATOR_IDS.some((operatorId) => BigInt(operatorId) === id)
    const { taker_user_id: taker, maker_user_id: maker, maker_order_id: makerOrder, value, at } = trade
    const worth = inToman(value, trade)
    add(`volume ${taker} ${dayOf(at, 0)}`, [worth])
    if (makerOrder !== null) add(`volume ${maker} ${dayOf(at, 0)}`, [worth])
    const isBuy = trade.taker_side === 'BUY'
    const [baseFee, quoteFee] = isBuy ? [trade.taker_fee, trade.maker_fee] : [trade.maker_fee, trade.taker_fee]
    const fee =
      quoteFee +
      (baseFee * trade.unit_price * 10n ** BigInt(trade.quote_decimals)) / 10n ** BigInt(8 + trade.base_decimals)
    const ofFees = [baseFee, baseFee > 0n ? 1n : 0n, quoteFee, quoteFee > 0n ? 1n : 0n]
    const isPrivate = isOperator(taker) && (makerOrder === null || isOperator(maker))
    const ofPublic = isPrivate ? [0n, 0n, 0n, 0n] : [1n, value, worth, inToman(fee, trade)]
    add(`market ${trade.market_id} ${dayOf(at, 3.5 * HOUR_MS)}`, [...ofFees, ...ofPublic])
  }
  const rewards = await store.query<Record<'inviter_id' | 'invitee_id', bigint> & Record<string, bigint | null>>(
    'select * from referral_rewards',
  )
  for (const { inviter_id, invitee_id, value_in_toman: worth, friend_value_in_toman: friendWorth } of rewards) {
    if (worth != null) add(`inviter ${inviter_id}`, [worth])
    add(`invitee ${invitee_id}`, [worth ?? 0n, friendWorth ?? 0n])
  }
  return [...sums].map(([name, figures]) => `${name} ${figures.join(' ')}`)
}
