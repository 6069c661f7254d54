import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { AlertBounds } from '#domain/price-alert.ts'
import { PRICE_DECIMALS, type Price } from '#domain/units.ts'
import { type CommitFeed, followCommits } from '../../exchange/commit-feed.ts'
import type { Database } from '../../store/database.ts'
import {
  moveAlertCursor,
  type PriceAlertRow,
  readAlertsAfter,
  readLastPrice,
  readMissedAlerts,
  takeAlerts,
} from '../../store/notifications/price-alerts.ts'
import { queueNotices } from '../queue-notice.ts'
import { Thresholds } from './thresholds.ts'

export interface PriceWatching {
  readonly database: Database
  readonly exchange: CommitFeed
  readonly markets: readonly Market[]
  /** The feed's present price; `undefined` if it is too old. */
  readonly feedPrice: (market: Market) => Price | undefined
  readonly now: () => Date
}

const PAGE = 1_000
/** The longest time from the number of an alert to its commit. */
const LATE_MS_MAX = 10_000

/** Checks every committed trade, and the feed in markets without trades. Reached alerts are notified and removed in one transaction. */
export class PriceWatch {
  readonly #watching: PriceWatching
  /** The markets with open alerts. */
  readonly #markets = new Map<number, Thresholds>()
  readonly #traded = new Set<number>()
  /** Reached, but not notified yet. */
  readonly #reached = new Map<number, Price>()
  /** Later alerts are read again: a transaction that took its number earlier may commit later. */
  #settledAlertId = 0
  #lastTradeId = 0
  #keptTradeId = 0
  /** True if trades may have been missed. */
  #hasMissed = true
  readonly #stop: () => void

  constructor(watching: PriceWatching) {
    this.#watching = watching
    this.#stop = followCommits(watching.exchange, {
      onSnapshot: () => this.takeOver(),
      onCommit: ({ trades }) => {
        for (const { id, marketId, unitPrice, makerOrderId } of trades) {
          if (makerOrderId !== undefined) this.#see(marketId, unitPrice)
          this.#seenTrade(id)
        }
      },
    })
  }

  close(): void {
    this.#stop()
  }

  /** @returns false if it is known already */
  add({ id, marketId, ...bounds }: Pick<PriceAlertRow, 'id' | 'marketId'> & AlertBounds): boolean {
    const thresholds = this.#markets.get(marketId) ?? new Thresholds()
    this.#markets.set(marketId, thresholds)
    return !this.#reached.has(id) && thresholds.add(id, bounds)
  }

  remove(id: number): void {
    for (const thresholds of this.#markets.values()) thresholds.remove(id)
  }

  /** To be called before this process watches in the place of another. */
  takeOver(): void {
    this.#hasMissed = true
  }

  #see(marketId: number, price: Price): void {
    for (const id of this.#markets.get(marketId)?.reach(price) ?? []) this.#reached.set(id, price)
  }

  #seenTrade(id: number): void {
    this.#lastTradeId = Math.max(this.#lastTradeId, id)
  }

  /** Reads alerts that another process has accepted, checks the feed, and queues notices of reached alerts. To be run every second. */
  async work(): Promise<void> {
    const { database, markets, feedPrice } = this.#watching
    await this.#learn()
    if (this.#hasMissed) await this.#catchUp()
    for (const market of markets) {
      const price = (await this.#isTraded(market)) ? undefined : feedPrice(market)
      if (price !== undefined) this.#see(market.id, price)
    }
    const seen = this.#lastTradeId
    await this.#publish()
    if (seen > this.#keptTradeId) await moveAlertCursor(database, seen)
    this.#keptTradeId = seen
  }

  /** In a market with trades the last price counts, as in the app; the feed's price counts only before the first trade. */
  async #isTraded({ id }: Market): Promise<boolean> {
    const waiting = this.#markets.get(id)
    if (waiting === undefined || waiting.size === 0) return true
    if (!this.#traded.has(id) && (await readLastPrice(this.#watching.database, id)) !== undefined) this.#traded.add(id)
    return this.#traded.has(id)
  }

  /** Reads new alerts, and those that were committed late. A trade may have reached them before they were known here. */
  async #learn(): Promise<void> {
    const { database, now } = this.#watching
    const settledBefore = now().getTime() - LATE_MS_MAX
    let after = this.#settledAlertId
    for (let taken = PAGE; taken === PAGE; ) {
      const alerts = await readAlertsAfter(database, { after, max: PAGE })
      for (const alert of alerts) {
        this.#hasMissed = this.add(alert) || this.#hasMissed
        if (alert.createdAt.getTime() < settledBefore) this.#settledAlertId = alert.id
        after = alert.id
      }
      taken = alerts.length
    }
  }

  /** Checks the trades that were missed. */
  async #catchUp(): Promise<void> {
    this.#hasMissed = false
    try {
      const { lastTradeId, reached } = await readMissedAlerts(this.#watching.database)
      for (const [id, price] of reached) this.#reached.set(id, price)
      this.#seenTrade(lastTradeId)
    } catch (error) {
      this.#hasMissed = true
      throw error
    }
  }

  /** Alerts that could not be notified because the database did not answer are notified by the next run. */
  async #publish(): Promise<void> {
    const { database, now, markets } = this.#watching
    const ids = [...this.#reached.keys()].slice(0, PAGE)
    if (ids.length === 0) return
    await database.transaction(async (tx) => {
      const alerts = await takeAlerts(tx, ids)
      await queueNotices(
        tx,
        alerts.map((alert) => noticeOf(alert, { markets, price: this.#reached.get(alert.id), at: now() })),
      )
    })
    for (const id of ids) this.#reached.delete(id)
  }
}

function noticeOf(
  { id, userId, marketId, above, below, percent }: PriceAlertRow,
  { markets, price, at }: { markets: readonly Market[]; price: Price | undefined; at: Date },
) {
  const market = markets.find((one) => one.id === marketId)
  // The bound that was reached; the price itself has moved on.
  const figure = above !== undefined && (below === undefined || (price ?? 0n) >= above) ? above : below
  return {
    userId,
    kind: 'PRICE_ALERT' as const,
    params: {
      coin: market?.base.symbol ?? '',
      market: market?.symbol ?? '',
      price: formatDecimal(figure ?? 0n, PRICE_DECIMALS),
      ...(percent !== undefined && { percent }),
    },
    eventKey: `price-alert:${id}`,
    at,
  }
}
