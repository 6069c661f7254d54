import type { Order } from './order.ts'

const PAGE = 1_024

interface Page {
  readonly orders: (Order | undefined)[]
  count: number
}

/** Orders by id and by user; by id in pages: ids grow by one, so that a new order is written beside the last, and a million of them are never hashed anew. */
export class StandingOrders {
  readonly #pages = new Map<number, Page>()
  readonly #byUser = new Map<number, Set<Order>>()
  #size = 0
  #newest = -1

  get size(): number {
    return this.#size
  }

  get(id: number): Order | undefined {
    return this.#pages.get(Math.floor(id / PAGE))?.orders[id % PAGE]
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  add(order: Order): void {
    const number = Math.floor(order.id / PAGE)
    const page = this.#pages.get(number) ?? this.#open(number)
    if (page.orders[order.id % PAGE] === undefined) {
      page.count += 1
      this.#size += 1
    }
    page.orders[order.id % PAGE] = order
    const own = this.#byUser.get(order.userId)
    if (own) own.add(order)
    else this.#byUser.set(order.userId, new Set([order]))
  }

  delete(id: number): void {
    const number = Math.floor(id / PAGE)
    const page = this.#pages.get(number)
    const order = page?.orders[id % PAGE]
    if (!page || !order) return
    const own = this.#byUser.get(order.userId)
    if (own?.delete(order) && own.size === 0) this.#byUser.delete(order.userId)
    page.orders[id % PAGE] = undefined
    page.count -= 1
    this.#size -= 1
    // The newest page fills up again: a book that is empty between two orders keeps it.
    if (page.count === 0 && number !== this.#newest) this.#pages.delete(number)
  }

  /** Those of one user, in the order in which they came; one that leaves while they are walked through does no harm. */
  of(userId: number): Iterable<Order> {
    return this.#byUser.get(userId) ?? []
  }

  *values(): Generator<Order> {
    for (const { orders } of this.#pages.values()) for (const order of orders) if (order) yield order
  }

  #open(number: number): Page {
    const page: Page = { orders: new Array<Order | undefined>(PAGE).fill(undefined), count: 0 }
    this.#pages.set(number, page)
    if (number > this.#newest) {
      if (this.#pages.get(this.#newest)?.count === 0) this.#pages.delete(this.#newest)
      this.#newest = number
    }
    return page
  }
}
