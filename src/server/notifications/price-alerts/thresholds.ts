import type { AlertBounds } from '#domain/price-alert.ts'
import type { Price } from '#domain/units.ts'

interface Threshold {
  readonly id: number
  readonly price: Price
}

/** The open alerts of one market, sorted by price: a price that reaches none costs two comparisons. */
export class Thresholds {
  /** The threshold that is reached next is the last. */
  readonly #above: Threshold[] = []
  readonly #below: Threshold[] = []
  readonly #open = new Map<number, AlertBounds>()

  /** @returns false if it is known already */
  add(id: number, { above, below }: AlertBounds): boolean {
    if (this.#open.has(id)) return false
    this.#open.set(id, { above, below })
    if (above !== undefined) insert(this.#above, { id, price: above }, (a, b) => a > b)
    if (below !== undefined) insert(this.#below, { id, price: below }, (a, b) => a < b)
    return true
  }

  /** Removed completely, since a threshold that is far away may never be reached. */
  remove(id: number): void {
    const bounds = this.#open.get(id)
    this.#open.delete(id)
    if (bounds?.above !== undefined) drop(this.#above, id)
    if (bounds?.below !== undefined) drop(this.#below, id)
  }

  /** Removes and returns the alerts that a price has reached. */
  reach(price: Price): number[] {
    const ids = [
      ...take(this.#above, (threshold) => threshold <= price),
      ...take(this.#below, (threshold) => threshold >= price),
    ]
    return ids.filter((id) => {
      const isOpen = this.#open.has(id)
      this.remove(id)
      return isOpen
    })
  }

  /** The number of thresholds in memory: at most one above and one below for each alert. */
  get length(): number {
    return this.#above.length + this.#below.length
  }

  get size(): number {
    return this.#open.size
  }
}

/** @param isBefore whether the first price belongs before the second */
function insert(list: Threshold[], one: Threshold, isBefore: (a: Price, b: Price) => boolean): void {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other && isBefore(other.price, one.price)) low = middle + 1
    else high = middle
  }
  list.splice(low, 0, one)
}

function drop(list: Threshold[], id: number): void {
  const index = list.findIndex((one) => one.id === id)
  if (index >= 0) list.splice(index, 1)
}

function take(list: Threshold[], isReached: (threshold: Price) => boolean): number[] {
  const ids: number[] = []
  for (let next = list.at(-1); next && isReached(next.price); next = list.at(-1)) {
    ids.push(next.id)
    list.pop()
  }
  return ids
}
