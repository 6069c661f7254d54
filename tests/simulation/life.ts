import {
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type Pipeline,
  type Queryable,
  type SqlValue,
  type Transaction,
} from '#server/store/database.ts'
import { SerialQueue } from '#server/store/serial-queue.ts'
import type { Chance } from './chance.ts'
import type { Mutation } from './mutation.ts'
import { inTurn, turns } from './statements.ts'

/** The message of a refusal by the store itself, which no command has caused. */
export const INJECTED_REFUSAL = 'the disk is full'

/** The possible mishaps of a statement that writes a batch. */
const BATCH_WEIGHTS = {
  well: 60,
  refused: 3,
  lostBefore: 3,
  lostAfter: 4,
  late: 4,
  slow: 3,
  killedBefore: 2,
  killedAfter: 3,
}
/** The possible mishaps of any other statement: of a rebuild, of taking or renewing the epoch, of deleting old answers. */
const OTHER_WEIGHTS = {
  ...BATCH_WEIGHTS,
  well: 400,
  refused: 0,
  lostBefore: 2,
  lostAfter: 2,
  late: 0,
  slow: 0,
  killedBefore: 1,
  killedAfter: 1,
}

export type Mishap = keyof typeof BATCH_WEIGHTS

const IS_BATCH = /^with fence/
const IS_NEXT = ' and batch = $2::bigint - 1'
const IS_ANSWERS = /from outcomes where at >=/
const IS_LOOK_UP = /as asked \(user_id, key\)/
const IS_OPEN_ORDERS = /from orders where status in/

export interface Surroundings {
  readonly store: Queryable
  readonly chance: Chance
  readonly mutation: Mutation | undefined
  /** False: no mishaps occur. */
  readonly isDangerous: () => boolean
  /** Called with the mishap of each statement. */
  readonly note: (mishap: Mishap) => void
  /** Called while a batch is in progress: others may send commands, and time may pass. */
  readonly duringBatch: (isSlow: boolean) => void
  /** Called after a batch was written, or may have been; `isAnswered`: its sender gets the answer. */
  readonly afterBatch: (isAnswered: boolean) => Promise<void>
}

type Statement = { readonly sql: string; readonly values: readonly SqlValue[] }

/**
 * The database as one process sees it, from its start to its end: statements are refused, lost on the way there or back, arrive late or
 * take long, and the process is killed before or after any of them.
 */
export class Life implements Database {
  readonly #around: Surroundings
  readonly #patience: Database['engine']
  #isDead = false
  #late: Statement | undefined
  /** Statements until the late one arrives. */
  #lateIn = 0

  constructor(around: Surroundings, patience: Database['engine']) {
    this.#around = around
    this.#patience = patience
  }

  /** With a server the exchange tries again; without one it gives up, as does a killed process. */
  get engine(): Database['engine'] {
    return this.#isDead ? 'pglite' : this.#patience
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** Ends this process, except for a statement that is on its way. */
  kill(): void {
    this.#isDead = true
  }

  query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return inTurn(() => this.#ask<Row>({ sql, values }, () => true))
  }

  /** Statements after a lost one use another connection, and find the store as it is; after a lost batch their answers are dropped. */
  pipeline(): Pipeline {
    const queue = new SerialQueue()
    let failures = 0
    return {
      query: <Row>(sql: string, values: readonly SqlValue[] = []) => {
        const before = failures
        return queue
          .run(() => inTurn(() => this.#ask<Row>({ sql, values }, () => failures === before)))
          .catch((error: unknown) => {
            if (IS_BATCH.test(sql)) failures += 1
            throw error
          })
      },
      close: () => queue.run(async () => undefined),
    }
  }

  async #ask<Row>(statement: Statement, isReceived: () => boolean): Promise<Row[]> {
    const { sql } = statement
    if (this.#isDead) throw new DatabaseUnavailable('the process was killed')
    this.#lateIn -= 1
    if (this.#lateIn <= 0) await this.#arriveLate()
    const isBatch = IS_BATCH.test(sql)
    const { chance } = this.#around
    const mishap = this.#drawMishap(isBatch)
    if (isBatch) {
      this.#around.duringBatch(mishap === 'slow')
      // The commands sent meanwhile are queued before the store can answer, however fast it is.
      await turns()
    }
    switch (mishap) {
      case 'refused':
        throw new DatabaseError({ code: '53100', message: INJECTED_REFUSAL })
      case 'late':
        this.#late = statement
        this.#lateIn = 1 + chance.below(12)
        throw new DatabaseUnavailable('the connection broke')
      case 'killedBefore':
        this.kill()
        throw new DatabaseUnavailable('the process was killed')
      case 'lostBefore':
        throw new DatabaseUnavailable('the connection broke')
      case 'killedAfter':
        await this.#run(statement, { isAnswered: false })
        this.kill()
        throw new DatabaseUnavailable('the process was killed')
      case 'lostAfter':
        await this.#run(statement, { isAnswered: false })
        throw new DatabaseUnavailable('the connection broke')
      case 'slow':
      case 'well':
        return this.#run<Row>(statement, { isAnswered: isReceived() })
    }
  }

  /** The given-up statement arrives after all. */
  arriveLate(): Promise<void> {
    return inTurn(() => this.#arriveLate())
  }

  async #arriveLate(): Promise<void> {
    const statement = this.#late
    this.#late = undefined
    if (statement) await this.#run(statement, { isAnswered: false })
  }

  transaction<Result>(_work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    throw new Error('the exchange has no transactions')
  }

  onAnnounced(): () => void {
    return () => undefined
  }

  async announceToOthers(): Promise<void> {}

  async close(): Promise<void> {}

  #drawMishap(isBatch: boolean): Mishap {
    const { chance, note, isDangerous } = this.#around
    const mishap = isDangerous() ? chance.weighted<Mishap>(isBatch ? BATCH_WEIGHTS : OTHER_WEIGHTS) : 'well'
    note(mishap)
    return mishap
  }

  async #run<Row>(statement: Statement, { isAnswered }: { isAnswered: boolean }): Promise<Row[]> {
    const { store, mutation, afterBatch } = this.#around
    const { sql, values } = statement
    const isBatch = IS_BATCH.test(sql)
    // For an exchange that answers before its commit: the statement is postponed until another comes.
    if (mutation === 'answers before the commit' && isBatch && isAnswered) {
      await this.#arriveLate()
      this.#late = statement
      this.#lateIn = 2
      return this.#asRows([{ held: 1 }])
    }
    if (mutation === 'forgets its answers when it starts' && IS_ANSWERS.test(sql))
      return store.query<Row>(`${sql.replace('at >= $1', 'at >= $1 and false')}`, values)
    if (mutation === 'takes the keys that memory has forgotten for new ones' && IS_LOOK_UP.test(sql))
      return this.#asRows([])
    if (mutation === 'forgets whose order came first' && IS_OPEN_ORDERS.test(sql))
      return store.query<Row>(sql.replace('arrived_after, arrived_seq)', 'null, null)'), values)
    if (mutation === 'forgets which orders are linked' && IS_OPEN_ORDERS.test(sql))
      return store.query<Row>(sql.replace('linked_order_id, arrived_after', 'null, arrived_after'), values)
    const written = mutation === 'writes a batch whose predecessor was lost' ? sql.replace(IS_NEXT, '') : sql
    const rows = await store.query<Row>(written, values).catch(async (error: unknown) => {
      // The store refused its content; a refusal that nobody waits for is dropped.
      if (isAnswered) throw error
      return this.#asRows<Row>([])
    })
    if (isBatch) await afterBatch(isAnswered)
    return rows
  }

  #asRows<Row>(rows: object[]): Row[] {
    // The caller names the shape of its rows, as with every query.
    return rows as Row[]
  }
}
