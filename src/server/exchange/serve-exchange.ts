import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readId } from '#domain/counts.ts'
import { withoutBrackets } from '#domain/loopback.ts'
import { failureOf, REPLIES, REQUESTS, type SentRequest } from './command-wire.ts'
import type { CommitEvent, FeedEvent } from './commit-feed.ts'
import { type Exchange, ExchangeUnavailable } from './exchange.ts'
import { EVENTS, OTHER_VERSION, snapshotParts, WIRE_HEADER, WIRE_VERSION } from './wire.ts'

export interface ServingSettings {
  readonly exchange: Exchange
  /** Its host and port. */
  readonly address: URL
  /** A process that has it may send commands for every user. */
  readonly secret: string
  readonly log: { warn(details: object, message: string): void }
}

export interface ServedExchange {
  /** For each process that follows the feed, how old the newest line is that has left for it, in milliseconds; 0 for one that has them all. */
  followersBehindMs(): readonly number[]
  close(): Promise<void>
}

/** Between two lines of a feed without commits. */
export const BEAT_MS = 500
/** The lines of a feed between commits. */
export const BEATS = { serving: 'serving', away: 'away' } as const

/** A follower with so much to read is cut off: it comes back with the number of the last commit that it knows. */
const BEHIND_BYTES_MAX = 16 * 1024 * 1024

/**
 * The two doors of the exchange for other processes, over HTTP. `POST /commands` takes a request a line, and answers each with a line as
 * soon as it is decided: its place, a space and the reply. `GET /feed?from=N` sends an event a line, without an end; `GET /snapshot` sends
 * the snapshot alone, once the batches in flight are committed.
 */
export async function serveExchange({ exchange, address, secret, log }: ServingSettings): Promise<ServedExchange> {
  const feed = new ServedFeed(exchange)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    if (!isAllowed(request, secret)) return response.writeHead(401).end()
    if (request.headers[WIRE_HEADER] !== WIRE_VERSION) return response.writeHead(OTHER_VERSION).end()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://writer')
    const from = searchParams.get('from')
    switch (`${request.method} ${pathname}`) {
      case 'POST /commands':
        return execute(exchange, await text(request), response)
      case 'GET /feed':
        return feed.follow(response, from === null ? undefined : readId(from))
      case 'GET /snapshot':
        return feed.sendSnapshot(response)
      default:
        return response.writeHead(404).end()
    }
  }
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    answer(request, response).catch((error: unknown) => {
      log.warn({ err: error }, 'another process asked the writer in vain')
      response.destroy()
    })
  })
  server.keepAliveTimeout = 75_000
  server.listen({ host: withoutBrackets(address.hostname), port: readId(address.port) })
  await once(server, 'listening')
  return {
    followersBehindMs: () => feed.behindMs(),
    close: async () => {
      feed.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const digest = (word: string) => createHash('sha256').update(word).digest()

const isAllowed = ({ headers }: IncomingMessage, secret: string): boolean =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${secret}`))

/** The reply to a request that another process has sent. @throws as `submit` and `findOutcome` */
export const decide = async (exchange: Exchange, { request, ...options }: SentRequest) =>
  request.type === 'findOutcome'
    ? { kind: 'found' as const, outcome: await exchange.findOutcome(request) }
    : exchange.submit(request, options)

/** A request of a newer version that this one cannot read is left to a newer writer. @throws as `decide` */
async function answerTo(exchange: Exchange, line: string) {
  let sent: SentRequest
  try {
    sent = REQUESTS.decode(line)
  } catch (error) {
    throw new ExchangeUnavailable(`the writer cannot read a request: ${error instanceof Error ? error.message : error}`)
  }
  return decide(exchange, sent)
}

async function execute(exchange: Exchange, lines: string, response: ServerResponse): Promise<void> {
  await Promise.all(
    lines
      .split('\n')
      .filter(Boolean)
      .map(async (line, place) => {
        const reply = await answerTo(exchange, line).catch(failureOf)
        // The process that asked may have gone; another call under the same key gets the answer.
        if (!response.destroyed) response.write(`${place} ${REPLIES.encode(reply)}\n`)
      }),
  )
  response.end()
}

/** One process that follows the feed. */
export class Follower {
  readonly #out: Writable
  #isInParts = false
  readonly #waiting: Iterable<string>[] = []
  /** When the newest line was written that has left this process. */
  #leftAt = performance.now()

  constructor(out: Writable) {
    this.#out = out
  }

  /** Writes a line, behind the parts that are still being written. */
  write(line: string): void {
    if (this.#out.writableLength > BEHIND_BYTES_MAX) this.#out.destroy()
    if (this.#isInParts) this.#waiting.push([line])
    else this.#write(line)
  }

  /** Writes a text in parts, and lets this process do other work between them. Resolves when all that waits is written. */
  async writeInParts(parts: Iterable<string>): Promise<void> {
    this.#waiting.push(parts)
    if (this.#isInParts) return
    this.#isInParts = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      for (const part of next) {
        this.#write(part)
        await nextTurn()
      }
    this.#isInParts = false
  }

  #write(text: string): void {
    if (this.#out.destroyed) return
    const at = performance.now()
    this.#out.write(text, () => {
      this.#leftAt = at
    })
  }

  /** How old the newest line is that has left, in milliseconds; 0 if all have. Bytes that wait say nothing of time. */
  behindMs(): number {
    return this.#out.writableLength === 0 ? 0 : performance.now() - this.#leftAt
  }
}

class ServedFeed {
  readonly #exchange: Exchange
  readonly #followers = new Set<Follower>()
  readonly #clock: NodeJS.Timeout
  /** The newest commit as text, which all followers get. */
  #newest: { readonly commit: CommitEvent; readonly line: string } | undefined

  constructor(exchange: Exchange) {
    this.#exchange = exchange
    this.#clock = setInterval(() => {
      for (const follower of this.#followers) follower.write(this.#beat())
    }, BEAT_MS)
    this.#clock.unref()
  }

  follow(response: ServerResponse, from: number | undefined): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const follower = new Follower(response)
    this.#followers.add(follower)
    follower.write(this.#beat())
    const stop = this.#exchange.subscribe(from, (event) => this.#send(event, follower))
    response.on('close', () => {
      stop()
      this.#followers.delete(follower)
    })
  }

  /** Sends the snapshot alone. */
  sendSnapshot(response: ServerResponse): void {
    let isAnswered = false
    const stop = this.#exchange.subscribe(undefined, (event) => {
      if (isAnswered || event.kind !== 'snapshot') return
      isAnswered = true
      void new Follower(response).writeInParts(snapshotParts(event)).then(() => response.end())
      // A subscriber may be called before it has the function that stops it.
      setImmediate(() => stop())
    })
    response.on('close', () => stop())
  }

  close(): void {
    clearInterval(this.#clock)
  }

  behindMs(): number[] {
    return [...this.#followers].map((follower) => follower.behindMs())
  }

  #beat(): string {
    return `${this.#exchange.isServing() ? BEATS.serving : BEATS.away}\n`
  }

  #send(event: FeedEvent, follower: Follower): void {
    if (event.kind === 'snapshot') void follower.writeInParts(snapshotParts(event))
    else follower.write(this.#lineOf(event))
  }

  #lineOf(commit: CommitEvent): string {
    if (this.#newest?.commit !== commit) this.#newest = { commit, line: `${EVENTS.encode(commit)}\n` }
    return this.#newest.line
  }
}
