import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { OrderStatus } from '#contract/orders.ts'
import { isStanding } from '#domain/order.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import type { PublicAddress } from './public-address.ts'

export type Trader = Pick<VerifiedUser, 'userId' | 'token'>

/** An order that a customer wanted, and what became of it. */
export interface Wanted {
  readonly key: string
  readonly userId: number
  readonly wantedAt: number
  answeredAt: number | undefined
  orderId: string | undefined
}

const Placed = z.object({ baseDTO: z.object({ id: z.string(), orderStatus: OrderStatus }) })

interface Lane {
  readonly lane: number
  readonly lanes: number
  readonly name: string
}

/** Customers who place orders, most of which meet, and cancel what is left, each under its key until it is answered. */
export class Load {
  readonly wanted: Wanted[] = []
  /** When an order was acknowledged, in the milliseconds of `performance.now()`. */
  readonly answeredAt: number[] = []
  readonly #address: PublicAddress
  readonly #pauseMs: number
  #isOver = false
  #lanes: Promise<unknown> = Promise.resolve()

  /** @param pauseMs of a customer between an order, its cancellation and the next order */
  constructor(address: PublicAddress, { pauseMs }: { pauseMs: number }) {
    this.#address = address
    this.#pauseMs = pauseMs
  }

  begin(customers: readonly Trader[], lanes: number): void {
    const run = Date.now().toString(36)
    this.#lanes = Promise.all(
      Array.from({ length: lanes }, (_, lane) => this.#run(customers, { lane, lanes, name: `${run}-${lane}` })),
    )
  }

  /** Resolves when the last order is answered. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#lanes
  }

  /** The longest time without an acknowledged order since then, in milliseconds. */
  longestGapSince(since: number): number {
    const times = [since, ...this.answeredAt.filter((at) => at > since), performance.now()]
    return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at)))
  }

  /** The longest wait for one order that was wanted or answered since then, in milliseconds. */
  longestWaitSince(since: number): number {
    const waits = this.wanted
      .filter(({ answeredAt }) => answeredAt === undefined || answeredAt > since)
      .map(({ wantedAt, answeredAt = performance.now() }) => answeredAt - wantedAt)
    return Math.max(0, ...waits)
  }

  async #run(customers: readonly Trader[], { lane, lanes, name }: Lane): Promise<void> {
    // They do not all come at once.
    await sleep((this.#pauseMs * lane) / lanes)
    for (let i = 0; !this.#isOver; i += 1) {
      const customer = customers[(lane + i * lanes) % customers.length]
      if (!customer) throw new Error('a load needs customers')
      const turn = lane * 7 + i * 3
      const side = turn % 2 === 0 ? 'buy' : 'sell'
      const key = `cluster-${name}-${i}`
      const body = {
        ...{ marketType: 'GOLD_TOMAN', orderType: side === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL', clientOrderId: key },
        amount: `0.${String(11 + ((turn * 37) % 88)).padStart(3, '0')}`,
        unitPrice: String(9_876_000 + ((turn * 7) % 9) * 100),
      }
      const wanted: Wanted = {
        ...{ key, userId: customer.userId, wantedAt: performance.now() },
        ...{ answeredAt: undefined, orderId: undefined },
      }
      this.wanted.push(wanted)
      const { token } = customer
      const answer = await this.#address.ask({ method: 'POST', path: `/orders/${side}`, token, body })
      if (!answer) continue
      wanted.answeredAt = performance.now()
      this.answeredAt.push(wanted.answeredAt)
      const { id, orderStatus } = Placed.parse(JSON.parse(answer.text)).baseDTO
      wanted.orderId = id
      await sleep(this.#pauseMs)
      if (isStanding(orderStatus)) await this.#cancel(customer, id)
    }
  }

  /** An order that was filled meanwhile is refused, which is no fault. */
  async #cancel({ token }: Trader, id: string): Promise<void> {
    const call = { method: 'DELETE', path: `/orders/${id}`, token, key: `cancel-${id}` } as const
    await this.#address.ask(call, { allowed: ['ORDER_NOT_OPEN'] })
    await sleep(this.#pauseMs)
  }
}
