import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { type Received, readEvents } from '#tests/builders/event-reader.ts'
import type { Trader } from './load.ts'
import type { PublicAddress } from './public-address.ts'

const Orders = z.object({ content: z.array(z.pick(Order, { id: true, orderStatus: true })) })

/** As our own pages: a longer silence is a lost connection. */
const SILENCE_MS_MAX = 20_000
const WATCH_MS = 1_000
/** As the server asks for. */
const RETRY_MS = 2_000
/** More than a customer orders while a stream is away. */
const NEWEST = 100
const OWN = '/orders'

/**
 * The stream of one customer, opened again whenever it breaks. Changes of a market go on after the last id; of the customer's own orders the server
 * says that they are to be fetched, and they are, as our own pages do.
 */
export class StreamFollower {
  readonly trader: Trader
  /** The state of each of the customer's orders by what the stream has said. */
  readonly statuses = new Map<string, string>()
  /** Breaks in the chain of a market's changes: something was lost. */
  readonly gaps: string[] = []
  opened = 0
  /** How often the whole state of the market came, in place of what was missed. */
  resets = 0
  readonly #address: PublicAddress
  readonly #market: string | undefined
  #sequence: string | undefined
  #isOver = false
  #receivedAt = 0
  #close: () => void = () => undefined
  /** The orders of which the stream has said something since it was last asked for all. */
  #fresh = new Set<string>()
  #following: Promise<void> = Promise.resolve()
  #fetching: Promise<void> = Promise.resolve()

  constructor(settings: { address: PublicAddress; trader: Trader; market: string | undefined }) {
    this.trader = settings.trader
    this.#address = settings.address
    this.#market = settings.market
  }

  begin(): void {
    this.#following = this.#follow()
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#close()
    await Promise.all([this.#following, this.#fetching])
  }

  async #follow(): Promise<void> {
    let lastEventId: string | undefined
    while (!this.#isOver) {
      const search = this.#market === undefined ? '' : `?market=${this.#market}`
      const reader = await readEvents(`${this.#address.url}/api/stream${search}`, {
        ...{ token: this.trader.token, lastEventId },
        onEvent: (event) => this.#receive(event),
      }).catch(() => undefined)
      if (reader) {
        this.#note(reader.status)
        this.#close = () => reader.close()
        this.#receivedAt = performance.now()
        const watch = setInterval(() => {
          if (performance.now() - this.#receivedAt > SILENCE_MS_MAX) reader.close()
        }, WATCH_MS)
        await reader.finished
        clearInterval(watch)
        lastEventId = reader.lastId() ?? lastEventId
      }
      if (!this.#isOver) await sleep(RETRY_MS)
    }
  }

  #note(status: number): void {
    if (status === 200) this.opened += 1
    else if (status < 500) this.gaps.push(`the stream of user ${this.trader.userId} was refused with ${status}`)
  }

  #receive(event: Received): void {
    this.#receivedAt = performance.now()
    if (event.event === 'order') {
      this.statuses.set(event.data.id, event.data.orderStatus)
      this.#fresh.add(event.data.id)
    } else if (event.event === 'refetch' && event.data.what === 'own') {
      this.#fetching = this.#fetching.then(() => this.#fetchOwn())
    } else if (event.event === 'reset') {
      this.resets += 1
      this.#sequence = event.data.sequence
    } else if (event.event === 'book') {
      const { previous, sequence } = event.data
      if (this.#sequence !== previous)
        this.gaps.push(`book ${sequence} follows ${previous}, but ${this.#sequence} is known`)
      this.#sequence = sequence
    } else if (event.event === 'end' && event.data.reason === 'SESSION_ENDED')
      this.gaps.push(`the stream of user ${this.trader.userId} ended with its session`)
  }

  /** The stream's events of meanwhile are newer than the answer. */
  async #fetchOwn(): Promise<void> {
    this.#fresh = new Set()
    const path = `${OWN}?size=${NEWEST}`
    const answer = await this.#address.ask({ method: 'GET', path, token: this.trader.token })
    if (!answer) return
    for (const { id, orderStatus } of Orders.parse(JSON.parse(answer.text)).content)
      if (!this.#fresh.has(id)) this.statuses.set(id, orderStatus)
  }
}
