import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { z } from 'zod'
import type { Announcement, Transactions } from '../transactions.ts'

const CHANNEL = 'kimia'
const RETRY_MS = 250

/** Announcements between the processes of one database server. PostgreSQL delivers those of a transaction after its commit, and never without it. */
export class OtherProcesses {
  readonly #config: ClientConfig
  readonly #transactions: Transactions
  readonly #own = randomUUID()
  readonly #stopping = new AbortController()
  #listening: Promise<void> | undefined
  #client: Client | undefined

  constructor(config: ClientConfig, transactions: Transactions) {
    this.#config = config
    this.#transactions = transactions
  }

  /** The statement that tells the others. */
  statement({ topic, detail }: Announcement): { sql: string; values: string[] } {
    return { sql: 'select pg_notify($1, $2)', values: [CHANNEL, JSON.stringify([this.#own, topic, detail])] }
  }

  /** Begins to listen, on a connection of its own. */
  listen(): void {
    this.#listening ??= this.#listen()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#client?.end().catch(() => undefined)
    await this.#listening
  }

  async #listen(): Promise<void> {
    for (let again = false; !this.#stopping.signal.aborted; again = true) {
      if (again) await sleep(RETRY_MS)
      await this.#listenOnce({ missed: again }).catch(() => undefined)
    }
  }

  /** Resolves when the connection has ended. */
  async #listenOnce({ missed }: { missed: boolean }): Promise<void> {
    const client = new Client(this.#config)
    const ended = new Promise<void>((resolve) => client.once('end', resolve).once('error', () => resolve()))
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => this.#receive(payload))
    this.#client = client
    try {
      // The driver never answers a connection that is ended while it is being made.
      await Promise.race([client.connect(), ended])
      await client.query(`listen ${CHANNEL}`)
      if (missed) this.#transactions.deliverAll()
      if (!this.#stopping.signal.aborted) await ended
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Anybody who may log in to the database may send anything here. */
  #receive(payload = ''): void {
    const read = Announced.safeParse(parsed(payload))
    if (!read.success) return
    const [from, topic, detail] = read.data
    if (from !== this.#own) this.#transactions.deliver({ topic, detail: detail ?? undefined })
  }
}

/** The process that announces, the topic, and its detail. */
const Announced = z.tuple([z.string(), z.string(), z.string().nullable()])

/** `undefined` if it is not JSON. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
