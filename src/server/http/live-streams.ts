import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejected } from '#contract/rejected.ts'
import { eventText } from '#contract/stream.ts'
import { networkOf, siteOf } from '../accounts/limits.ts'
import type { Caller } from '../accounts/sessions.ts'
import { type FindCaller, tokenOf } from './guard.ts'
import type { EventStream } from './route.ts'

/** Finds which of these tokens open a session now, many in one query. */
export type FindOpen = (tokens: readonly string[]) => Promise<ReadonlySet<string>>

export interface StreamLimits {
  readonly streamsMax: number
  /** The part of them that visitors may take, so that a stranger with many networks keeps no customer from a stream. */
  readonly visitorsMax: number
  /** Many households share an IPv4 address, whereas the owner of an IPv6 network has all of its addresses. */
  readonly perNetworkMax: number
  /** The limit for all networks that a provider gives to one customer. */
  readonly perSiteMax: number
  readonly perUserMax: number
  /** Bytes that may wait for one client; a slower client is disconnected. */
  readonly waitingBytesMax: number
  readonly heartbeatMs: number
}

export const STREAM_LIMITS: StreamLimits = {
  streamsMax: 10_000,
  visitorsMax: 8_000,
  perNetworkMax: 100,
  perSiteMax: 400,
  perUserMax: 10,
  waitingBytesMax: 512 * 1024,
  heartbeatMs: 15_000,
}

interface LiveStreamsSettings {
  readonly limits: StreamLimits
  readonly findCaller: FindCaller
  readonly findOpen: FindOpen
  readonly secureCookies: boolean
  /** How old what the commits say may be here, in milliseconds. */
  readonly feedAgeMs: () => number
}

interface Client {
  readonly response: FastifyReply['raw']
  readonly caller: Caller | undefined
  readonly token: string | undefined
  readonly counters: readonly string[]
  /** The part of the interval in which its heartbeat is sent. */
  readonly turn: number
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Prevents proxies from storing, buffering or compressing the stream.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}
/** Streams are long, so a place is seldom free sooner. */
const RETRY_FULL_SECONDS = 30
const RETRY = Buffer.from('retry: 2000\n\n')
/** How long a client may take to read its last event. */
const PARTING_MS = 5_000
/**
 * Heartbeats and session checks are spread over so many parts of their interval, so that ten thousand streams are not all handled in the
 * same moment.
 */
const TURNS = 15
/** Tokens per query. */
const TOKENS_MAX = 500

/** All open streams of this server, limited in number and in waiting bytes, and ended with their sessions. */
export class LiveStreams {
  readonly #clients = new Set<Client>()
  readonly #counts = new Map<string, number>()
  readonly #limits: StreamLimits
  readonly #findCaller: FindCaller
  readonly #findOpen: FindOpen
  readonly #secureCookies: boolean
  readonly #feedAgeMs: () => number
  readonly #heartbeat: NodeJS.Timeout

  #turn = 0

  constructor(settings: LiveStreamsSettings) {
    this.#limits = settings.limits
    this.#findCaller = settings.findCaller
    this.#findOpen = settings.findOpen
    this.#secureCookies = settings.secureCookies
    this.#feedAgeMs = settings.feedAgeMs
    this.#heartbeat = setInterval(() => this.#beat(), settings.limits.heartbeatMs / TURNS)
    this.#heartbeat.unref()
  }

  /** Starts a stream, or refuses it if there are too many: of this network, of this user, or in total. */
  open(
    stream: EventStream,
    { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: Caller | undefined },
  ): Rejected | undefined {
    const limits = this.#limitsOf(request, caller)
    const isFull =
      this.#clients.size >= this.#limits.streamsMax || limits.some(([counter, max]) => this.#countOf(counter) >= max)
    if (isFull) return new Rejected('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_FULL_SECONDS })

    reply.hijack()
    const response = reply.raw
    const counters = limits.map(([counter]) => counter)
    const client: Client = {
      response,
      caller,
      token: caller && tokenOf(request, { secure: this.#secureCookies }),
      counters,
      turn: this.#turn,
    }
    this.#clients.add(client)
    for (const counter of counters) this.#counts.set(counter, this.#countOf(counter) + 1)
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...STREAM_HEADERS }))
      if (value !== undefined) response.setHeader(name, value)
    response.write(RETRY)
    const stop = stream.open({ send: (frame) => this.#send(client, frame) })
    const disconnect = () => {
      stop()
      this.#forget(client)
    }
    response.on('error', () => undefined)
    response.once('close', disconnect)
    // The client may have disconnected before the listener was added.
    if (response.destroyed) disconnect()
    return undefined
  }

  /** Ends the streams of a session that has ended; a client that connects again gets the public part. */
  endSession(sessionId: number): void {
    for (const client of this.#clients)
      if (client.caller?.kind === 'session' && client.caller.sessionId === sessionId) this.#end(client, 'SESSION_ENDED')
  }

  /** Ends the streams of a user whose sessions have ended, without waiting for the next heartbeat. */
  checkUser(userId: number): void {
    for (const client of this.#clients)
      if (client.caller?.userId === userId && client.token !== undefined) void this.#checkSession(client, client.token)
  }

  get size(): number {
    return this.#clients.size
  }

  /** Lets every client go on elsewhere; those that come back here get a stream again. */
  endAll(): void {
    for (const client of this.#clients) this.#end(client, 'SERVER_STOPS')
  }

  close(): void {
    clearInterval(this.#heartbeat)
    this.endAll()
  }

  /** A signed-in user is counted individually: the customers of one carrier share an address. */
  #limitsOf({ ip }: FastifyRequest, caller: Caller | undefined): readonly (readonly [counter: string, max: number])[] {
    const { visitorsMax, perNetworkMax, perSiteMax, perUserMax } = this.#limits
    if (caller) return [[`user ${caller.userId}`, perUserMax]]
    return [
      [`network ${networkOf(ip)}`, perNetworkMax],
      [`site ${siteOf(ip)}`, perSiteMax],
      ['visitors', visitorsMax],
    ]
  }

  #countOf(counter: string): number {
    return this.#counts.get(counter) ?? 0
  }

  #send({ response }: Client, frame: Buffer): void {
    if (response.destroyed || response.writableEnded) return
    response.write(frame)
    if (response.writableLength > this.#limits.waitingBytesMax) response.destroy()
  }

  #end(client: Client, reason: 'SESSION_ENDED' | 'SERVER_STOPS'): void {
    const { response } = client
    this.#send(client, Buffer.from(eventText({ event: 'end', data: { reason } })))
    response.end()
    setTimeout(() => response.destroy(), PARTING_MS).unref()
  }

  #forget(client: Client): void {
    if (!this.#clients.delete(client)) return
    for (const counter of client.counters) {
      const left = this.#countOf(counter) - 1
      if (left > 0) this.#counts.set(counter, left)
      else this.#counts.delete(counter)
    }
  }

  /** Keeps the connections of this turn open, and ends the private streams whose sessions have ended. */
  #beat(): void {
    this.#turn = (this.#turn + 1) % TURNS
    const at = new Date(Date.now() - this.#feedAgeMs()).toISOString()
    const frame = Buffer.from(eventText({ event: 'heartbeat', data: { at } }))
    const ofSessions: Client[] = []
    for (const client of this.#clients) {
      if (client.turn !== this.#turn) continue
      this.#send(client, frame)
      if (client.token !== undefined) ofSessions.push(client)
    }
    for (let from = 0; from < ofSessions.length; from += TOKENS_MAX)
      void this.#checkSessions(ofSessions.slice(from, from + TOKENS_MAX))
  }

  async #checkSessions(clients: readonly Client[]): Promise<void> {
    try {
      const open = await this.#findOpen([...new Set(clients.flatMap(({ token }) => token ?? []))])
      for (const client of clients)
        if (client.token !== undefined && !open.has(client.token)) this.#end(client, 'SESSION_ENDED')
    } catch {
      // The store cannot answer now; the next heartbeat asks again.
    }
  }

  async #checkSession(client: Client, token: string): Promise<void> {
    try {
      if (!(await this.#findCaller(token, 'poll'))) this.#end(client, 'SESSION_ENDED')
    } catch {
      // The store cannot answer now; the next heartbeat asks again.
    }
  }
}
