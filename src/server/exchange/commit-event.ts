import type { Balance } from '#domain/ledger.ts'
import type { OrderRecord, Side } from '#domain/order.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import type { Amount, Price } from '#domain/units.ts'
import { volumeAt } from '../engine/book.ts'
import type { Journal } from '../engine/journal.ts'
import type { Order } from '../engine/order.ts'
import { type EngineState, venueOf } from '../engine/state.ts'

/** Identifies the commit of an event. */
export interface CommitStamp {
  /** The epoch of the writer that made it. */
  readonly epoch: bigint
  /** Grows by one with every commit, also across restarts and changes of the writer: the sequence of all read models. */
  readonly number: number
  /** The writer's time, in milliseconds since 1970: it never goes back. */
  readonly at: number
}

/** The volume of one price of a book after a commit; zero if the price is gone. */
export interface BookChange {
  readonly marketId: number
  readonly side: Side
  readonly price: Price
  readonly volume: Amount
}

/**
 * The changes of one commit as plain data. It shares nothing with the engine's memory, so that it can be read at any time, kept, and sent
 * to another process. Orders and balances are as the commit left them, each once.
 */
export interface CommitEvent extends CommitStamp {
  readonly kind: 'commit'
  readonly orders: readonly OrderRecord[]
  readonly trades: readonly Trade[]
  /** The shares of these trades' fees that inviters and their friends received. */
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
 * The start of a reader of commits, also after a rebuild: the data that exists in memory alone. Orders, balances and trades up to it are
 * read from the database.
 */
export interface CommitSnapshot extends CommitStamp {
  readonly kind: 'snapshot'
  readonly books: readonly BookSnapshot[]
  /** The newest committed trade. */
  readonly lastTradeId: number
}

export type FeedEvent = CommitEvent | CommitSnapshot

/** The event of a batch that was just applied. It is copied now, since the next batch changes the same objects. */
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

/** The present volume of every price at which a changed order rests or rested. */
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

/** Drops the fields that bind an order to the engine's memory. */
const rowOfOrder = ({ wallet: _wallet, level: _level, earlier: _earlier, later: _later, ...row }: Order): OrderRecord =>
  row
