import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseError, DatabaseUnavailable, type Transaction } from './database.ts'
import { encodeValue } from './pg-values.ts'
import { SerialQueue } from './serial-queue.ts'

/** One connection to PostgreSQL, in either engine. Calls must not overlap. All methods throw DatabaseError or DatabaseUnavailable. */
export interface Connection {
  /** Runs one statement; values are already in PostgreSQL's text format. */
  query<Row>(sql: string, values: readonly (string | null)[]): Promise<Row[]>
  /** Runs several statements without values and without a time limit. */
  script(sql: string): Promise<void>
  /** @returns the command that was executed: a COMMIT of a failed transaction is a ROLLBACK */
  control(command: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<string>
}

/** News for the processes of a database: of a topic, and for some topics of what. */
export interface Announcement {
  readonly topic: string
  readonly detail?: string | undefined
}

type Listener = (detail: string | undefined) => void

interface Scope {
  open: boolean
  /** By topic, the details to announce. */
  readonly announced: Map<string, Set<string | undefined>>
}

/** The transactions of one database. */
export class Transactions {
  readonly #scopes = new AsyncLocalStorage<Scope>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #statementFor: ((announcement: Announcement) => { sql: string; values: string[] }) | undefined

  /** @param statementFor the statement that tells other processes, on an engine that has some */
  constructor(statementFor?: (announcement: Announcement) => { sql: string; values: string[] }) {
    this.#statementFor = statementFor
  }

  /** Throws inside a transaction's work, where the database and the transaction would wait for each other. */
  refuseInside(): void {
    if (this.#scopes.getStore()?.open) throw new Error('inside a transaction only its own tx may be used')
  }

  onAnnounced(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  deliver({ topic, detail }: Announcement): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(detail)
  }

  /** Announcements of other processes may have been missed: every listener looks anew. */
  deliverAll(): void {
    for (const topic of this.#listeners.keys()) this.deliver({ topic })
  }

  /** Runs `work` between BEGIN and COMMIT on a connection that nothing else uses meanwhile. */
  async run<Result>(connection: Connection, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const scope: Scope = { open: true, announced: new Map() }
    const queue = new SerialQueue()
    await connection.control('BEGIN')
    try {
      const result = await this.#scopes.run(scope, () => work(transactionOn(connection, queue, scope)))
      const announcements = announcementsOf(scope)
      for (const announcement of announcements) {
        const statement = this.#statementFor?.(announcement)
        if (statement) await queue.run(() => connection.query(statement.sql, statement.values))
      }
      scope.open = false
      await queue.run(() => commit(connection))
      for (const announcement of announcements) this.deliver(announcement)
      return result
    } catch (error) {
      const mayRollBack = scope.open && !(error instanceof DatabaseUnavailable)
      scope.open = false
      if (mayRollBack) await queue.run(() => connection.control('ROLLBACK'))
      throw error
    }
  }
}

const announcementsOf = ({ announced }: Scope): readonly Announcement[] =>
  [...announced].flatMap(([topic, details]) => [...details].map((detail) => ({ topic, detail })))

function transactionOn(connection: Connection, queue: SerialQueue, scope: Scope): Transaction {
  const enter = async <Answer>(task: () => Promise<Answer>): Promise<Answer> => {
    if (!scope.open) throw new Error('this transaction is over')
    return queue.run(task)
  }
  return {
    query: async (sql, values = []) => {
      const encoded = values.map(encodeValue)
      return enter(() => connection.query(sql, encoded))
    },
    script: (sql) => enter(() => connection.script(sql)),
    announce: (topic, detail) => {
      scope.announced.set(topic, (scope.announced.get(topic) ?? new Set()).add(detail))
    },
  }
}

async function commit(connection: Connection): Promise<void> {
  if ((await connection.control('COMMIT')) === 'COMMIT') return
  throw new DatabaseError({ code: '25P02', message: 'a statement had failed: the transaction was rolled back' })
}
