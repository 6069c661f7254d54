import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Agent, type Dispatcher, request } from 'undici'
import { OTHER_VERSION, WIRE_HEADER, WIRE_VERSION } from './wire.ts'

export interface WriterCallsSettings {
  /** The address of the present writer, such as "http://10.0.0.5:4310"; `undefined` while there is none. */
  readonly findWriter: () => Promise<string | undefined>
  readonly secret: string
  readonly log: { warn(details: object, message: string): void }
  /** Receives each call that has ended. */
  readonly onCall?: (call: MeasuredCall) => void
}

/** A call of the writer that has ended. */
export interface MeasuredCall {
  readonly path: '/commands' | '/feed' | '/snapshot'
  /** `unreached`: it has certainly not reached a writer. `broken`: its answer, or a part of it, did not come. */
  readonly outcome: 'answered' | 'unreached' | 'broken'
  /** When it began, in the milliseconds of `performance.now()`. */
  readonly began: number
  /** The spans of those of its commands that are traced. */
  readonly traceparents: readonly string[]
}

interface AskedLines {
  /** It follows the path, such as "?from=12". */
  readonly query?: string
  readonly body?: string
  readonly traceparents?: readonly string[]
  /** A silence of so many milliseconds is an error. */
  readonly silenceMsMax: number
}

/** The call has certainly not reached a writer. */
export class WriterUnreached extends Error {
  override readonly name = 'WriterUnreached'
}

const outcomeOf = (error: unknown) => (error instanceof WriterUnreached ? 'unreached' : 'broken')

const CONNECT_MS_MAX = 1_000
/** Connections for commands; the feed and the snapshots need a few more. */
const CONNECTIONS = 8
export const FEED_PATH = '/feed'
const SNAPSHOT_MS_MAX = 5_000
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])

/** Calls of the writer, wherever it is now. */
export class WriterCalls {
  readonly log: WriterCallsSettings['log']
  readonly #settings: WriterCallsSettings
  #address: string | undefined
  /** The writer whose feed was asked for last. */
  #followed: string | undefined
  /** Aborted when the writer is not heard any more: calls of a frozen one would wait in vain. */
  #present = new AbortController()
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS_MAX },
    keepAliveTimeout: 60_000,
  })

  constructor(settings: WriterCallsSettings) {
    this.log = settings.log
    this.#settings = settings
  }

  /** The lines of an answer, as they come. @throws WriterUnreached, Error */
  async *lines(path: '/commands' | '/feed', asked: AskedLines): AsyncGenerator<string> {
    const { query = '', body, traceparents = [], silenceMsMax } = asked
    const times = { headersTimeout: silenceMsMax, bodyTimeout: silenceMsMax }
    const call = this.#begin(path, traceparents)
    try {
      const answer = await this.#ask(`${path}${query}`, body === undefined ? times : { method: 'POST', body, ...times })
      let rest = ''
      for await (const chunk of answer.setEncoding('utf8')) {
        const parts = `${rest}${chunk}`.split('\n')
        rest = parts.pop() ?? ''
        yield* parts
      }
      call.outcome = 'answered'
    } catch (error) {
      call.outcome = outcomeOf(error)
      throw error
    } finally {
      this.#settings.onCall?.(call)
    }
  }

  async snapshot(): Promise<string> {
    const times = { headersTimeout: SNAPSHOT_MS_MAX, bodyTimeout: SNAPSHOT_MS_MAX }
    const call = this.#begin('/snapshot', [])
    try {
      const answer = await text(await this.#ask('/snapshot', times))
      call.outcome = 'answered'
      return answer
    } catch (error) {
      call.outcome = outcomeOf(error)
      throw error
    } finally {
      this.#settings.onCall?.(call)
    }
  }

  #begin(path: MeasuredCall['path'], traceparents: readonly string[]) {
    return { path, traceparents, began: performance.now(), outcome: 'broken' as MeasuredCall['outcome'] }
  }

  /** Ends all calls under way, since the writer that they went to is not heard any more. */
  giveUp(): void {
    this.#address = undefined
    this.#present.abort()
    this.#present = new AbortController()
  }

  /** Ends all calls under way if another process writes now: the one before may have lost the database alone, and goes on answering. */
  async leaveReplaced(): Promise<void> {
    const writer = await this.#settings.findWriter()
    if (writer !== undefined && writer !== this.#followed) this.giveUp()
  }

  close(): Promise<void> {
    this.#present.abort()
    return this.#agent.destroy()
  }

  async #ask(
    path: string,
    options: Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method'> & { method?: 'POST' },
  ): Promise<Readable> {
    const { findWriter, secret } = this.#settings
    this.#address ??= await findWriter().catch((error: unknown) => {
      throw new WriterUnreached(String(error))
    })
    if (this.#address === undefined) throw new WriterUnreached('there is no writer')
    if (path.startsWith(FEED_PATH)) this.#followed = this.#address
    const given = {
      headers: { authorization: `Bearer ${secret}`, [WIRE_HEADER]: WIRE_VERSION },
      dispatcher: this.#agent,
      signal: this.#present.signal,
    }
    const answer = await request(`${this.#address}${path}`, { ...options, ...given }).catch((error: unknown) => {
      this.#address = undefined
      throw NOT_CONNECTED.has(Reflect.get(Object(error), 'code')) ? new WriterUnreached(String(error)) : error
    })
    if (answer.statusCode === 200) return answer.body
    this.#address = undefined
    answer.body.on('error', () => undefined).resume()
    throw new WriterUnreached(
      answer.statusCode === OTHER_VERSION
        ? `the writer speaks another version of the wire than ${WIRE_VERSION}`
        : `the writer answered ${answer.statusCode}`,
    )
  }
}
