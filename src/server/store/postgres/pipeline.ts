import { Client, type ClientConfig } from 'pg'
import type { Pipeline, SqlValue } from '../database.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { encodeValue } from '../encode-value.ts'
import { type ConnectionSettings, connectionOf, explainFailure } from './connection-of.ts'

/** A connection of its own, opened when it is needed, and opened again after it broke. */
export class ServerPipeline implements Pipeline {
  readonly #config: ClientConfig
  readonly #settings: ConnectionSettings
  #client: Promise<Client> | undefined
  #isClosed = false

  constructor(config: ClientConfig, settings: ConnectionSettings) {
    this.#config = config
    this.#settings = settings
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (this.#isClosed) throw new DatabaseUnavailable('the database is closed')
    const encoded = values.map(encodeValue)
    this.#client ??= this.#connect()
    // A statement that is asked meanwhile waits for the same promise, and is sent after this one.
    const client = await this.#client
    return connectionOf(client, this.#settings).query(sql, encoded)
  }

  /** Lets what was sent be answered first. */
  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  #connect(): Promise<Client> {
    const client = new Client({ ...this.#config, pipeline: true })
    const connected = client.connect().then(
      () => client,
      (error: unknown) => {
        forget()
        throw explainFailure(error)
      },
    )
    const forget = () => {
      if (this.#client === connected) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    return connected
  }
}
