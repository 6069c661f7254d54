import { Client, type ClientConfig } from 'pg'
import type { Pipeline, SqlValue } from '../database.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { encodeValue } from '../encode-value.ts'
import { type ConnectionHabits, connectionOf } from './connection-of.ts'
import { explainFailure } from './explain-failure.ts'

/** A connection of its own, opened when it is needed, and anew after it broke. */
export class ServerPipeline implements Pipeline {
  readonly #config: ClientConfig
  readonly #habits: ConnectionHabits
  #client: Promise<Client> | undefined
  #isClosed = false

  constructor(config: ClientConfig, habits: ConnectionHabits) {
    this.#config = config
    this.#habits = habits
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (this.#isClosed) throw new DatabaseUnavailable('the database is closed')
    const encoded = values.map(encodeValue)
    this.#client ??= this.#connect()
    // Whoever asks meanwhile waits for the same promise, and comes after this one.
    const client = await this.#client
    return connectionOf(client, this.#habits).query(sql, encoded)
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
