import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { readId } from '#domain/counts.ts'
import { withoutBrackets } from '#domain/loopback.ts'
import { failureOf, REPLIES, REQUESTS, type SentRequest } from './command-wire.ts'
import type { FeedEvent } from './commit-feed.ts'
import type { Exchange } from './exchange.ts'
import { EVENTS } from './wire.ts'

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
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://writer')
    const from = searchParams.get('from')
    switch (`${request.method} ${pathname}`) {
      case 'POST /commands':
        return execute(exchange, await text(request), response)
      case 'GET /feed':
        return feed.follow(response, from === null ? undefined : readId(from))
      case 'GET /snapshot':
        return response.end(await snapshotOf(exchange))
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

async function execute(exchange: Exchange, lines: string, response: ServerResponse): Promise<void> {
  const requests = lines.split('\n').filter(Boolean).map(REQUESTS.decode)
  await Promise.all(
    requests.map(async (sent, place) => {
      const reply = await decide(exchange, sent).catch(failureOf)
      // The process that asked may have gone; another call under the same key gets the answer.
      if (!response.destroyed) response.write(`${place} ${REPLIES.encode(reply)}\n`)
    }),
  )
  response.end()
}

const snapshotOf = (exchange: Exchange): Promise<string> =>
  new Promise((resolve) => {
    const stop = exchange.subscribe(undefined, (event) => {
      resolve(EVENTS.encode(event))
      setImmediate(() => stop())
    })
  })

class ServedFeed {
  readonly #exchange: Exchange
  /** Each with the time of the newest line that has left for it. */
  readonly #followers = new Map<ServerResponse, number>()
  readonly #clock: NodeJS.Timeout
  /** The newest event as text, which all followers get. */
  #newest: { readonly event: FeedEvent; readonly line: string } | undefined

  constructor(exchange: Exchange) {
    this.#exchange = exchange
    this.#clock = setInterval(() => {
      for (const follower of this.#followers.keys()) this.#beat(follower)
    }, BEAT_MS)
    this.#clock.unref()
  }

  follow(response: ServerResponse, from: number | undefined): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    this.#followers.set(response, performance.now())
    this.#beat(response)
    const stop = this.#exchange.subscribe(from, (event) => {
      if (response.writableLength > BEHIND_BYTES_MAX) response.destroy()
      this.#write(response, this.#lineOf(event))
    })
    response.on('close', () => {
      stop()
      this.#followers.delete(response)
    })
  }

  close(): void {
    clearInterval(this.#clock)
  }

  behindMs(): number[] {
    const now = performance.now()
    return [...this.#followers].map(([response, leftAt]) => (response.writableLength === 0 ? 0 : now - leftAt))
  }

  #beat(response: ServerResponse): void {
    this.#write(response, `${this.#exchange.isServing() ? BEATS.serving : BEATS.away}\n`)
  }

  #write(response: ServerResponse, line: string): void {
    if (response.destroyed) return
    const at = performance.now()
    response.write(line, () => this.#followers.has(response) && this.#followers.set(response, at))
  }

  #lineOf(event: FeedEvent): string {
    if (this.#newest?.event !== event) this.#newest = { event, line: `${EVENTS.encode(event)}\n` }
    return this.#newest.line
  }
}
