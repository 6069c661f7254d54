import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { VerifiedUser } from './verified-user.ts'

/** An order that a client wanted to place, and every answer that it received. */
export interface Intention {
  readonly trader: VerifiedUser
  readonly key: string
  readonly side: 'buy' | 'sell'
  readonly body: object
  /** The answer's text; absent until it comes, or if none came. */
  answer: string | undefined
}

const Reply = z.object({ baseDTO: z.object({ id: z.string(), orderStatus: z.string() }) })

/** Sends an intention, perhaps for another time: the key makes it the same one. @returns undefined if the connection broke */
export async function send(
  url: string,
  { trader, side, body }: Intention,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await fetch(`${url}/api/orders/${side}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${trader.token}` },
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return undefined
  }
}

/**
 * Traders who place orders around one price, most of which meet, and cancel one in five. They go as fast as they are answered, until nobody
 * answers any more.
 */
export class OrderLoad {
  readonly intentions: Intention[] = []
  /** All answers that are neither a success nor a broken connection. */
  readonly oddities: string[] = []
  #stopped = false

  async run(
    url: string,
    traders: readonly VerifiedUser[],
    { name, lanes }: { name: string; lanes: number },
  ): Promise<void> {
    await Promise.all(Array.from({ length: lanes }, (_, lane) => this.#lane(url, traders, `${name}-${lane}`, lane)))
  }

  stop(): void {
    this.#stopped = true
  }

  /** Resolves after this many answers: a busy machine needs a while for the first. */
  async answered(count: number): Promise<void> {
    while (this.intentions.filter(({ answer }) => answer !== undefined).length < count) await sleep(5)
  }

  async #lane(url: string, traders: readonly VerifiedUser[], name: string, lane: number): Promise<void> {
    for (let i = 0; !this.#stopped; i++) {
      const trader = traders[(lane + i) % traders.length]
      if (!trader) throw new Error('a load needs traders')
      const intention = intend(trader, { key: `${name}-${i}-order`, turn: lane * 7 + i * 3 })
      this.intentions.push(intention)
      const answer = await send(url, intention)
      if (!answer) return
      if (answer.status !== 200) this.oddities.push(answer.text)
      else {
        intention.answer = answer.text
        if (i % 5 === 4) await this.#cancel(url, intention)
      }
      await sleep(0)
    }
  }

  async #cancel(url: string, { trader, answer = '' }: Intention): Promise<void> {
    const { id, orderStatus } = Reply.parse(JSON.parse(answer)).baseDTO
    if (orderStatus !== 'IS_OPEN') return
    const headers = { authorization: `Bearer ${trader.token}`, 'idempotency-key': `cancel-${id}` }
    await fetch(`${url}/api/orders/${id}`, { method: 'DELETE', headers }).catch(() => undefined)
  }
}

/** Awkward amounts at prices that cross. */
function intend(trader: VerifiedUser, { key, turn }: { key: string; turn: number }): Intention {
  const side = turn % 2 === 0 ? 'buy' : 'sell'
  const unitPrice = String(9_876_000 + ((turn * 7) % 9) * 100)
  const amount = `0.${String(11 + ((turn * 37) % 88)).padStart(3, '0')}`
  const orderType = side === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL'
  const body = { marketType: 'GOLD_TOMAN', orderType, amount, unitPrice, clientOrderId: key }
  return { trader, key, side, body, answer: undefined }
}
