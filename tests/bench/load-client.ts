import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { timeKey } from '#domain/time-key.ts'
import { cpuTimeOf } from './cpu-time.ts'

/** The description of a load; as JSON the first argument of this process. */
export interface LoadJob {
  readonly port: number
  /** `{side}` in `/api/orders/{side}` is replaced. */
  readonly path: string
  readonly tokens: readonly string[]
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  /** The rate of all lanes together; absent: each lane sends again once it is answered. With a rate, times count from when a request was due. */
  readonly perSecond?: number
  /**
   * GET, without a body, with the session of a token where there is one, and compressed answers as browsers ask for them: the whole
   * answer every time, or, as a browser polls, only if it is another than the lane has.
   */
  readonly reads?: 'whole' | 'changes'
  /** Distinguishes the keys of this load from those of others. */
  readonly name: string
  /** Processes whose CPU time is measured, with their children. */
  readonly cpuOf?: readonly number[]
}

export interface LoadFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
  /** Per answer; 0 without named processes. */
  readonly cpuUs: number
}

/** The compressions that browsers accept. */
export const ACCEPTED = 'gzip, deflate, br, zstd'

const HEADER_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i
const ETAG = /\r\netag: (\S+)/i
const SUCCESS: ReadonlySet<string> = new Set(['200', '304'])
const NOTHING = Buffer.alloc(0)
/** All lanes read into one buffer, one after the other: a long answer costs the client little. */
const READ_BYTES = 256 * 1024
const readBuffer = Buffer.allocUnsafe(READ_BYTES)

/** One connection that sends again once it is answered. The HTTP is written by hand: the client must not be what is measured. */
class Lane {
  readonly #job: LoadJob
  readonly #lane: number
  readonly #socket: Socket
  readonly #reported: (status: string, ms: number) => void
  /** The beginning of an answer whose header is incomplete. */
  #begun: Buffer = NOTHING
  #status = ''
  #etag: string | undefined
  /** The bytes of an answer that are still missing after its header. */
  #missing = 0
  #asked = 0
  /** The random part of its keys, made as the client makes them: the name of the load and of the lane make them unique. */
  readonly #random: Buffer
  #sentAt = 0
  #dueAt = 0

  constructor(job: LoadJob, lane: number, reported: (status: string, ms: number) => void) {
    this.#job = job
    this.#lane = lane
    this.#random = createHash('sha256').update(`${job.name} ${lane}`).digest().subarray(0, 10)
    this.#reported = reported
    const onread = {
      buffer: readBuffer,
      callback: (bytes: number) => {
        this.#receive(readBuffer.subarray(0, bytes))
        return true
      },
    }
    this.#socket = connect({ port: job.port, host: '127.0.0.1', onread }, () => this.#begin())
    this.#socket.setNoDelay(true)
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
    if (this.#job.reads) this.#read()
    else this.#order()
  }

  #read(): void {
    const { path, tokens } = this.#job
    const token = tokens[this.#lane % tokens.length]
    const session = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
    const known = this.#etag === undefined ? '' : `if-none-match: ${this.#etag}\r\n`
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${session}accept-encoding: ${ACCEPTED}\r\n${known}\r\n`,
    )
  }

  #order(): void {
    const { tokens, path } = this.#job
    const side = this.#lane % 2 === 0 ? 'buy' : 'sell'
    this.#random.writeUInt32BE(this.#asked++, 6)
    const key = timeKey(Date.now(), this.#random)
    const token = tokens[this.#lane % tokens.length]
    const body = `{"marketType":"GOLD_TOMAN","orderType":"LIMITED_${side.toUpperCase()}","amount":"0.1","unitPrice":"10000000","clientOrderId":"${key}"}`
    this.#socket.write(
      `POST ${path.replace('{side}', side)} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
  }

  #receive(chunk: Buffer): void {
    if (this.#missing === 0) this.#receiveHeader(chunk)
    else this.#missing -= chunk.length
    if (this.#missing > 0 || this.#begun.length > 0) return
    this.#reported(this.#status, performance.now() - this.#sentAt)
    this.#dueAt += this.#pauseMs()
    this.#askWhenDue()
  }

  #receiveHeader(chunk: Buffer): void {
    // Copies only if the last chunk ended within a header, since the buffer is reused.
    const answer = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk])
    const headerEnd = answer.indexOf(HEADER_END)
    this.#begun = headerEnd === -1 ? Buffer.from(answer) : NOTHING
    if (headerEnd === -1) return
    const header = answer.toString('latin1', 0, headerEnd)
    this.#status = header.slice(9, 12)
    this.#missing = headerEnd + HEADER_END.length + Number(LENGTH.exec(header)?.[1] ?? 0) - answer.length
    if (this.#job.reads === 'changes') this.#etag = ETAG.exec(header)?.[1]
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
        if (SUCCESS.has(status)) times.push(ms)
        else failures += 1
      }),
  )
  await new Promise((resolve) => setTimeout(resolve, job.warmUpMs))
  const cpuOf = job.cpuOf ?? []
  const cpuBefore = cpuOf.length === 0 ? 0 : await cpuTimeOf(cpuOf)
  isMeasuring = true
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, job.measureMs))
  isMeasuring = false
  const seconds = (performance.now() - began) / 1_000
  isMeasuring = false
  const cpuUs = cpuOf.length === 0 ? 0 : ((await cpuTimeOf(cpuOf)) - cpuBefore) / times.length
  for (const lane of lanes) lane.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures, cpuUs }
}

const [, , job] = process.argv
if (import.meta.main && job !== undefined) process.stdout.write(JSON.stringify(await load(JSON.parse(job))))
