import { connect, type Socket } from 'node:net'

/** What a load is; as JSON the first argument of this process. */
export interface LoadJob {
  readonly port: number
  /** `/api/orders/{side}` is put in for `{side}`. */
  readonly path: string
  readonly tokens: readonly string[]
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  /** What all lanes ask together; absent: each asks again as soon as it is answered. Then a time counts from when it was due. */
  readonly perSecond?: number
  /** GET, without a body, and compressed answers. */
  readonly reads?: boolean
  /** Tells the keys of this load from those of others. */
  readonly name: string
}

export interface LoadFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
}

const HEADER_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

/** One connection that asks again as soon as it is answered. The HTTP is written by hand: the client must not be what is measured. */
class Lane {
  readonly #job: LoadJob
  readonly #lane: number
  readonly #socket: Socket
  readonly #told: (status: string, ms: number) => void
  #received: Buffer = Buffer.alloc(0)
  #asked = 0
  #sentAt = 0
  #dueAt = 0

  constructor(job: LoadJob, lane: number, told: (status: string, ms: number) => void) {
    this.#job = job
    this.#lane = lane
    this.#told = told
    this.#socket = connect(job.port, '127.0.0.1', () => this.#begin())
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#hear(chunk))
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Lanes begin one after the other, so that a paced load is even. */
  #begin(): void {
    this.#dueAt = performance.now() + this.#pauseMs() * (this.#lane / this.#job.connections)
    this.#askWhenDue()
  }

  #pauseMs(): number {
    const { perSecond, connections } = this.#job
    return perSecond === undefined ? 0 : (connections / perSecond) * 1_000
  }

  #askWhenDue(): void {
    const wait = this.#dueAt - performance.now()
    if (wait > 0.5) setTimeout(() => this.#ask(this.#dueAt), wait)
    else this.#ask(this.#job.perSecond === undefined ? performance.now() : this.#dueAt)
  }

  #ask(since: number): void {
    this.#sentAt = since
    if (this.#job.reads)
      this.#socket.write(`GET ${this.#job.path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n\r\n`)
    else this.#order()
  }

  #order(): void {
    const { name, tokens, path } = this.#job
    const side = this.#lane % 2 === 0 ? 'buy' : 'sell'
    const key = `${name}-${this.#lane}-${this.#asked++}`
    const token = tokens[this.#lane % tokens.length]
    const body = `{"marketType":"GOLD_TOMAN","orderType":"LIMITED_${side.toUpperCase()}","amount":"0.1","unitPrice":"10000000","clientOrderId":"${key}"}`
    this.#socket.write(
      `POST ${path.replace('{side}', side)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
  }

  #hear(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headerEnd = this.#received.indexOf(HEADER_END)
    if (headerEnd === -1) return
    const header = this.#received.toString('latin1', 0, headerEnd)
    const length = Number(LENGTH.exec(header)?.[1] ?? 0)
    if (this.#received.length < headerEnd + HEADER_END.length + length) return
    this.#received = Buffer.alloc(0)
    this.#told(header.slice(9, 12), performance.now() - this.#sentAt)
    this.#dueAt += this.#pauseMs()
    this.#askWhenDue()
  }
}

async function load(job: LoadJob): Promise<LoadFigures> {
  const times: number[] = []
  let failures = 0
  let isMeasuring = false
  const lanes = Array.from(
    { length: job.connections },
    (_, lane) =>
      new Lane(job, lane, (status, ms) => {
        if (!isMeasuring) return
        if (status === '200') times.push(ms)
        else failures += 1
      }),
  )
  await new Promise((resolve) => setTimeout(resolve, job.warmUpMs))
  isMeasuring = true
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, job.measureMs))
  isMeasuring = false
  const seconds = (performance.now() - began) / 1_000
  for (const lane of lanes) lane.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures }
}

const [, , job] = process.argv
if (import.meta.main && job !== undefined) process.stdout.write(JSON.stringify(await load(JSON.parse(job))))
