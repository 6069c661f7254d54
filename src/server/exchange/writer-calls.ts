import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Agent, type Dispatcher, request } from 'undici'
import { OTHER_VERSION, WIRE_HEADER, WIRE_VERSION } from './wire.ts'

export interface WriterCallsSettings {
  /** The address of the present writer, such as "http://10.0.0.5:4310"; `undefined` while there is none. */
  readonly findWriter: () => Promise<string | undefined>
  readonly secret: string
  readonly log: { warn(details: object, message: string): void }
}

/** The call has certainly not reached a writer. */
export class WriterUnreached extends Error {
  override readonly name = 'WriterUnreached'
}

const CONNECT_MS_MAX = 1_000
/** Connections for commands; the feed and the snapshots need a few more. */
const CONNECTIONS = 8
const SNAPSHOT_MS_MAX = 5_000
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])

/** Calls of the writer, wherever it is now. */
export class WriterCalls {
  readonly log: WriterCallsSettings['log']
  readonly #settings: WriterCallsSettings
  #address: string | undefined
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

  /** The lines of an answer, as they come. A silence of so many milliseconds is an error. @throws WriterUnreached, Error */
  async *lines(path: string, { body, silenceMsMax }: { body?: string; silenceMsMax: number }): AsyncGenerator<string> {
    const times = { headersTimeout: silenceMsMax, bodyTimeout: silenceMsMax }
    const answer = await this.#ask(path, body === undefined ? times : { method: 'POST', body, ...times })
    let rest = ''
    for await (const chunk of answer.setEncoding('utf8')) {
      const parts = `${rest}${chunk}`.split('\n')
      rest = parts.pop() ?? ''
      yield* parts
    }
  }

  async text(path: string): Promise<string> {
    const times = { headersTimeout: SNAPSHOT_MS_MAX, bodyTimeout: SNAPSHOT_MS_MAX }
    return text(await this.#ask(path, times))
  }

  /** Ends all calls under way, since the writer that they went to is not heard any more. */
  giveUp(): void {
    this.#address = undefined
    this.#present.abort()
    this.#present = new AbortController()
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
