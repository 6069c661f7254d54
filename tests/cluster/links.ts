import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LinkOrder } from './link-worker.ts'

interface Link {
  readonly from: string
  readonly to: string
  readonly port: number
}

/**
 * The connections between each pair of parts, which can be cut in silence: nothing arrives any more in either direction and nothing is closed, as if
 * the network dropped it, until they are healed. They run in a thread of their own, so that the load does not slow them down.
 */
export class Links {
  readonly #links: Link[] = []
  readonly #worker = new Worker(new URL('./link-worker.ts', import.meta.url))
  readonly #nextPort: () => Promise<number>

  constructor(nextPort: () => Promise<number>) {
    this.#nextPort = nextPort
  }

  /** Makes a link from one part to a port of another. @returns the port at which the first reaches the other */
  async join(from: string, to: string, target: number): Promise<number> {
    const port = await this.#nextPort()
    await this.#send({ kind: 'open', port, target })
    this.#links.push({ from, to, port })
    return port
  }

  /** Cuts all links between two parts, whichever of them connects. @throws Error if there is none */
  async cut(one: string, other: string): Promise<void> {
    const between = this.#links.filter(
      ({ from, to }) => (from === one && to === other) || (from === other && to === one),
    )
    if (between.length === 0) throw new Error(`there is no link between ${one} and ${other}`)
    await this.#send({ kind: 'cut', ports: between.map(({ port }) => port) })
  }

  async heal(): Promise<void> {
    await this.#send({ kind: 'heal' })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #send(order: LinkOrder): Promise<void> {
    this.#worker.postMessage(order)
    await once(this.#worker, 'message')
  }
}
