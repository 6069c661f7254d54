import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'

/** An order that a customer wanted, and the answer that it got in the end. */
interface Wanted {
  readonly key: string
  readonly userId: number
  orderId: string | undefined
}

const Placed = z.object({ baseDTO: z.object({ id: z.string(), orderStatus: z.string() }) })
/** "Nothing happened" and "it may have happened": the same key asks again. */
const AGAIN = new Set([502, 503, 504])
const ANSWER_MS_MAX = 12_000

/** Customers who place and cancel orders through the public address, each order under its key until it is answered. */
export class Load {
  readonly wanted: Wanted[] = []
  /** Answers that no customer may get, whatever dies. */
  readonly refusals: string[] = []
  /** When an order was acknowledged, in the milliseconds of `performance.now()`. */
  readonly answeredAt: number[] = []
  readonly #url: string
  #isOver = false
  #lanes: Promise<unknown> = Promise.resolve()

  readonly #pauseMs: number

  /** @param pauseMs of a customer between two orders */
  constructor(url: string, { pauseMs = 10 }: { pauseMs?: number } = {}) {
    this.#url = url
    this.#pauseMs = pauseMs
  }

  begin(customers: readonly VerifiedUser[], lanes: number): void {
    const run = Date.now().toString(36)
    this.#lanes = Promise.all(
      Array.from({ length: lanes }, (_, lane) => this.#lane(customers, { lane, name: `${run}-${lane}` })),
    )
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#lanes
  }

  /** The longest time without an acknowledged order since then, in milliseconds. */
  longestGapSince(since: number): number {
    const times = [since, ...this.answeredAt.filter((at) => at > since), performance.now()]
    return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at)))
  }

  async #lane(customers: readonly VerifiedUser[], { lane, name }: { lane: number; name: string }): Promise<void> {
    for (let i = 0; !this.#isOver; i += 1) {
      const customer = customers[(lane + i) % customers.length]
      if (!customer) throw new Error('a load needs customers')
      const turn = lane * 7 + i * 3
      const side = turn % 2 === 0 ? 'buy' : 'sell'
      const key = `cluster-${name}-${i}`
      const body = {
        ...{ marketType: 'GOLD_TOMAN', orderType: side === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL', clientOrderId: key },
        amount: `0.${String(11 + ((turn * 37) % 88)).padStart(3, '0')}`,
        unitPrice: String(9_876_000 + ((turn * 7) % 9) * 100),
      }
      const wanted: Wanted = { key, userId: customer.userId, orderId: undefined }
      this.wanted.push(wanted)
      const text = await this.#untilAnswered(customer, { path: `/api/orders/${side}`, method: 'POST', body })
      if (text === undefined) continue
      this.answeredAt.push(performance.now())
      const { id, orderStatus } = Placed.parse(JSON.parse(text)).baseDTO
      wanted.orderId = id
      // Most that stay open are cancelled, so that nobody runs out of money. One that is filled before is refused, which is no fault.
      if (i % 5 < 4 && orderStatus === 'IS_OPEN') await this.#cancel(customer, id)
      await sleep(this.#pauseMs)
    }
  }

  async #cancel({ token }: VerifiedUser, id: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `cancel-${id}` }
    await fetch(`${this.#url}/api/orders/${id}`, { method: 'DELETE', headers }).catch(() => undefined)
  }

  /** Asks under the same key until there is an answer. `undefined`: it was refused, or the load is over. */
  async #untilAnswered(
    { token }: VerifiedUser,
    { path, method, body }: { path: string; method: string; body: object },
  ): Promise<string | undefined> {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const answer = await fetch(`${this.#url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => undefined,
      )
      if (answer?.status === 200) return answer.text
      if (answer && !AGAIN.has(answer.status)) {
        this.refusals.push(`${answer.status} ${answer.text}`)
        return undefined
      }
      await sleep(50)
    }
    this.refusals.push('no answer at all')
    return undefined
  }
}
