import type { OrderRecord, Side } from '#domain/order.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import { type CommitEvent, type CommitFeed, followCommits } from '../../exchange/commit-feed.ts'
import type { Queryable } from '../../store/database.ts'
import { readStandingOrders } from '../../store/trading/orders.ts'
import { readBalances } from '../../store/wallets/balances.ts'

/** One open order of the user, as the last commit left it. */
export interface OwnOrder {
  readonly id: number
  readonly marketId: number
  readonly side: Side
  readonly unitPrice: Price
  readonly amount: Amount
  readonly left: Amount
}

export interface OwnOrdersSettings {
  readonly database: Queryable
  readonly exchange: CommitFeed
  readonly userId: number
  readonly log: { warn(details: object, message: string): void }
}

const RETRY_MS = 1_000

/**
 * The open orders and the coins of one user, updated with every commit. They are read from the database at the start and after every
 * snapshot.
 */
export class OwnOrders {
  readonly #settings: OwnOrdersSettings
  readonly #open = new Map<number, OwnOrder>()
  /** By coin id, held or free. */
  readonly #coins = new Map<number, Amount>()
  /** Commits that arrive while the database is read; absent afterwards. */
  #early: CommitEvent[] | undefined = []
  /** Counts the readings: one that was overtaken by a later snapshot is dropped. */
  #readings = 0
  #reading: Promise<void> = Promise.resolve()
  #isStopped = false
  readonly #stop: () => void

  constructor(settings: OwnOrdersSettings) {
    this.#settings = settings
    this.#stop = followCommits(settings.exchange, {
      onSnapshot: () => {
        this.#early = []
        this.#reading = this.#read(++this.#readings)
      },
      onCommit: (commit) => {
        if (this.#early) this.#early.push(commit)
        else this.#apply(commit)
      },
    })
  }

  /** Whether everything up to the newest commit is included. */
  get isKnown(): boolean {
    return this.#early === undefined
  }

  /** Resolves when everything that was committed before is included. */
  known(): Promise<void> {
    return this.#reading
  }

  stop(): void {
    this.#isStopped = true
    this.#stop()
  }

  all(): OwnOrder[] {
    return [...this.#open.values()]
  }

  /** The user's balance of a coin, held or free. */
  inventoryOf(coinId: number): Amount {
    return this.#coins.get(coinId) ?? ZERO
  }

  async #read(reading: number): Promise<void> {
    const { database, userId, log } = this.#settings
    while (!this.#isStopped && reading === this.#readings) {
      try {
        const orders = await readStandingOrders(database, userId)
        const balances = await readBalances(database, userId)
        if (reading === this.#readings) this.#begin(orders, balances)
        return
      } catch (error) {
        log.warn({ err: error }, 'own orders cannot be read yet')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      }
    }
  }

  #begin(orders: readonly OrderRecord[], balances: Awaited<ReturnType<typeof readBalances>>): void {
    const early = this.#early ?? []
    this.#early = undefined
    this.#open.clear()
    this.#coins.clear()
    for (const order of orders) this.#keep(order)
    for (const { coinId, available, blocked } of balances) this.#coins.set(coinId, amount(available + blocked))
    // The reading may include these commits already. They hold absolute states, so applying them twice does no harm.
    for (const commit of early) this.#apply(commit)
  }

  #apply({ orders, balances }: CommitEvent): void {
    const { userId } = this.#settings
    for (const order of orders) if (order.userId === userId) this.#keep(order)
    for (const { ownerId, coinId, available, blocked } of balances)
      if (ownerId === userId) this.#coins.set(coinId, amount(available + blocked))
  }

  #keep({ id, marketId, side, unitPrice, amount: whole, executed, status }: OrderRecord): void {
    if (status !== 'IS_OPEN' || unitPrice === undefined) this.#open.delete(id)
    else this.#open.set(id, { id, marketId, side, unitPrice, amount: whole, left: amount(whole - executed) })
  }
}
