import type { Order } from './order.ts'

const PAGE = 1_024

interface Page {
  readonly orders: (Order | undefined)[]
  count: number
}

/** Orders by id, in pages: ids grow by one, so that a new order is written beside the last, and a million of them are never hashed anew. */
export class StandingOrders {
  readonly #pages = new Map<number, Page>()
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
  }

  delete(id: number): void {
    const number = Math.floor(id / PAGE)
    const page = this.#pages.get(number)
    if (page?.orders[id % PAGE] === undefined) return
    page.orders[id % PAGE] = undefined
    page.count -= 1
    this.#size -= 1
    // The newest page fills up again: a book that is empty between two orders keeps it.
    if (page.count === 0 && number !== this.#newest) this.#pages.delete(number)
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
