import { setTimeout as sleep } from 'node:timers/promises'
import { getOrderBook } from '#contract/markets.ts'
import { cancelOrder, placeBuyOrder } from '#contract/orders.ts'
import { type Customer, payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { blackPng } from '#tests/builders/png.ts'

export const MARKET = 'GOLD_TOMAN'
const AMOUNT = '0.01'
/** A tenth of the steps trade; the others rest in the ten best levels, which the page shows, and are cancelled a moment later. */
const TRADE_EVERY = 10
const RESTING_MAX = 4
const LEVELS = 10
const LEVELS_READ_MS = 1_000
const PAYMENTS = 4

export async function trader(url: string): Promise<Customer> {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(blackPng({ width: 400, height: 300 })))
  for (let payment = 0; payment < PAYMENTS; payment++) await payIn(customer, '50000000')
  return customer
}

/** Customers who change the visible levels of the market's book so many times a second together, until they are stopped. */
export class Crowd {
  /** Orders placed, traded or cancelled so far. */
  changes = 0
  #isOver = false
  #prices: readonly string[] = []
  readonly #runs: Promise<unknown>

  constructor(people: readonly [Customer, ...Customer[]], perSecond: number) {
    const pauseMs = (people.length * 1_000) / perSecond
    const traders = people.map((person) => this.#trade(person, pauseMs))
    this.#runs = Promise.all([this.#readPrices(people[0]), ...traders])
    // An error ends the others too, and is thrown by `stop`.
    this.#runs.catch(() => (this.#isOver = true))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#runs
  }

  async #readPrices({ ask }: Customer): Promise<void> {
    while (!this.#isOver) {
      const { baseDTO: book } = await ask(getOrderBook, { query: { marketType: MARKET } })
      this.#prices = book.buyOrderBook.slice(0, LEVELS).map(({ unitPrice }) => unitPrice)
      await sleep(LEVELS_READ_MS)
    }
  }

  async #trade(person: Customer, pauseMs: number): Promise<void> {
    const resting: string[] = []
    const begunAt = performance.now()
    for (let step = 1; !this.#isOver; step++) {
      await this.#change(person, { step, resting })
      this.changes++
      await sleep(Math.max(0, begunAt + step * pauseMs - performance.now()))
    }
  }

  async #change({ ask }: Customer, { step, resting }: { step: number; resting: string[] }): Promise<void> {
    const unitPrice = this.#prices[step % Math.max(1, this.#prices.length)]
    const market = { marketType: MARKET, amount: AMOUNT } as const
    const oldest = resting.length >= RESTING_MAX || unitPrice === undefined ? resting.shift() : undefined
    // The market maker may have filled the order meanwhile, which is a change as well.
    if (oldest !== undefined) await ask(cancelOrder, { params: { id: oldest } }).catch(() => undefined)
    else if (step % TRADE_EVERY === 0 || unitPrice === undefined)
      await ask(placeBuyOrder, { body: { ...market, orderType: 'MARKET_BUY' } })
    else {
      const placed = await ask(placeBuyOrder, { body: { ...market, orderType: 'LIMITED_BUY', unitPrice } })
      resting.push(placed.baseDTO.id)
    }
  }
}
