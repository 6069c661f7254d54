import type { Balance } from '#domain/ledger.ts'
import type { OrderRecord, Side } from '#domain/order.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import type { Amount, Price } from '#domain/units.ts'
import { volumeAt } from '../engine/book.ts'
import type { Journal } from '../engine/journal.ts'
import type { Order } from '../engine/order.ts'
import { type EngineState, venueOf } from '../engine/state.ts'

/** Which commit an event tells of. */
export interface CommitStamp {
  /** Of the writer that made it. */
  readonly epoch: bigint
  /** Grows by one with every commit, through restarts and changes of the writer: the sequence of everything that follows commits. */
  readonly number: number
  /** The writer's time, in milliseconds since 1970: it never goes back. */
  readonly at: number
}

/** What one price of a book holds after a commit; without volume the price is gone. */
export interface BookChange {
  readonly marketId: number
  readonly side: Side
  readonly price: Price
  readonly volume: Amount
}

/**
 * What one commit changed, as plain data: nothing of it is the engine's own memory, so that it can be read at any time, kept, and sent to
 * another process. Orders and balances are as the commit left them, each once.
 */
export interface CommitEvent extends CommitStamp {
  readonly kind: 'commit'
  readonly orders: readonly OrderRecord[]
  readonly trades: readonly Trade[]
  /** What inviters and their friends got of the fees of these trades. */
  readonly rewards: readonly Reward[]
  readonly balances: readonly Balance[]
  readonly bookChanges: readonly BookChange[]
}

export interface BookLevel {
  readonly price: Price
  readonly volume: Amount
}

/** One book, the best price of each side last. */
export interface BookSnapshot {
  readonly marketId: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/**
 * Where a reader of commits begins, or begins anew after a rebuild: what stands in memory alone. Orders, balances and trades up to it are
 * read from the database.
 */
export interface CommitSnapshot extends CommitStamp {
  readonly kind: 'snapshot'
  readonly books: readonly BookSnapshot[]
  /** The newest committed trade. */
  readonly lastTradeId: number
}

export type FeedEvent = CommitEvent | CommitSnapshot

/** The event of a batch that was just applied; copied at once, since the next batch changes the same objects. */
export function commitEventOf(journal: Journal, state: EngineState, stamp: CommitStamp): CommitEvent {
  return {
    kind: 'commit',
    ...stamp,
    orders: [...journal.orders].map(rowOfOrder),
    trades: journal.trades,
    rewards: journal.rewards,
    balances: [...journal.wallets.keys()].map(({ ownerId, coinId, available, blocked }) => ({
      ownerId,
      coinId,
      available,
      blocked,
    })),
    bookChanges: bookChangesOf(journal.orders, state),
  }
}

/** Every price at which a changed order rests or rested, with what stands there now. */
function bookChangesOf(orders: Iterable<Order>, state: EngineState): BookChange[] {
  const changes = new Map<string, BookChange>()
  for (const { marketId, side, unitPrice: price, kind } of orders) {
    if (price === undefined || kind === 'EXCHANGE') continue
    const key = `${marketId} ${side} ${price}`
    if (changes.has(key)) continue
    const volume = volumeAt(venueOf(state, marketId).book, { side, price })
    changes.set(key, { marketId, side, price, volume })
  }
  return [...changes.values()]
}

export function snapshotOf(state: EngineState, stamp: CommitStamp): CommitSnapshot {
  const books = [...state.venues.values()].map(({ market, book }) => ({
    marketId: market.id,
    bids: book.bids.levels.map(copyLevel),
    asks: book.asks.levels.map(copyLevel),
  }))
  return { kind: 'snapshot', ...stamp, books, lastTradeId: state.nextTradeId - 1 }
}

const copyLevel = ({ price, volume }: BookLevel): BookLevel => ({ price, volume })

/** Without what binds it to the engine's memory. */
const rowOfOrder = ({ wallet: _wallet, level: _level, earlier: _earlier, later: _later, ...row }: Order): OrderRecord =>
  row
