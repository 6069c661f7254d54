import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'

export type LinkOrder =
  | { readonly kind: 'open'; readonly port: number; readonly target: number }
  | { readonly kind: 'cut'; readonly ports: readonly number[] }
  | { readonly kind: 'heal' }

const HOST = '127.0.0.1'
const PROBE_MS = 50

interface Pair {
  readonly near: Socket
  /** Absent until the link is whole. */
  far: Socket | undefined
}

/** Passes on what one part sends to another. It listens only while its target does, so that nobody connects to a part that is away. */
class Link {
  readonly #port: number
  readonly #target: number
  readonly #pairs = new Set<Pair>()
  #server: Server | undefined
  #isCut = false
  #isProbing = false

  constructor({ port, target }: { port: number; target: number }) {
    this.#port = port
    this.#target = target
    void this.#probe()
  }

  /** Everything that is sent from now on waits in the buffers of its sender, and so does the end of a connection. */
  cut(): void {
    this.#isCut = true
    for (const { near, far } of this.#pairs) {
      if (far) near.unpipe(far)
      far?.unpipe(near)
      near.pause()
      far?.pause()
    }
  }

  heal(): void {
    if (!this.#isCut) return
    this.#isCut = false
    for (const pair of this.#pairs) this.#join(pair)
    void this.#probe()
  }

  #accept(near: Socket): void {
    const pair: Pair = { near, far: undefined }
    this.#pairs.add(pair)
    this.#watch(near, pair)
    if (!this.#isCut) this.#join(pair)
  }

  #join(pair: Pair): void {
    const { near } = pair
    if (near.destroyed || pair.far?.destroyed) {
      this.#end(pair)
      return
    }
    if (!pair.far) {
      pair.far = connect({ host: HOST, port: this.#target, allowHalfOpen: true, noDelay: true })
      this.#watch(pair.far, pair)
    }
    near.pipe(pair.far)
    pair.far.pipe(near)
  }

  #watch(socket: Socket, pair: Pair): void {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.#isCut) return
      this.#end(pair)
      if (socket === pair.far) void this.#probe()
    })
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.near.destroySoon()
    pair.far?.destroySoon()
  }

  /** Stops listening if the target does not listen, until it does again. */
  async #probe(): Promise<void> {
    if (this.#isProbing) return
    this.#isProbing = true
    while (!this.#isCut && !(await isListening(this.#target))) {
      this.#server?.close()
      this.#server = undefined
      await sleep(PROBE_MS)
    }
    if (!this.#server) {
      const options = { allowHalfOpen: true, pauseOnConnect: true, noDelay: true }
      this.#server = createServer(options, (near) => this.#accept(near)).listen(this.#port, HOST)
      await once(this.#server, 'listening')
    }
    this.#isProbing = false
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: HOST, port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const links = new Map<number, Link>()

parentPort?.on('message', (order: LinkOrder) => {
  if (order.kind === 'open') links.set(order.port, new Link(order))
  if (order.kind === 'cut') for (const port of order.ports) links.get(port)?.cut()
  if (order.kind === 'heal') for (const link of links.values()) link.heal()
  parentPort?.postMessage('done')
})
