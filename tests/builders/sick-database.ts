import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseError, DatabaseUnavailable, type Transaction } from '#server/store/database.ts'
import { pipelineOn } from './pipeline-on.ts'

/**
 * The possible faults of a batch. `refused`: an error without effect. `lost-before`: the connection breaks before the server has read it.
 * `lost-after`: it is committed, and the answer is lost. `late`: the connection breaks, and the server commits only afterwards. `slow`: it
 * waits until `hurry` is called.
 */
export type Ailment = 'refused' | 'lost-before' | 'lost-after' | 'late' | 'slow'

const LATE_MS = 150
const IS_BATCH = /^with fence/
/** Matches the look-up of a key's outcome. */
const IS_LOOK_UP = /^select found\./

/** A database whose faults a test controls. */
export class SickDatabase implements Database {
  readonly engine: Database['engine']
  readonly #healthy: Database
  #next: Ailment[] = []
  #away = false
  #hurry: () => void = () => undefined
  #lookUpsHeld: Promise<void> = Promise.resolve()
  #isHit = false
  /** The number of look-ups of keys. */
  lookUps = 0
  /** The results of late batches, in rows of the fence: 0 means barred. */
  readonly late: Promise<{ held: number }[]>[] = []

  /** `engine` tells the exchange whether an outage can be waited out. */
  constructor(healthy: Database, engine: Database['engine'] = healthy.engine) {
    this.#healthy = healthy
    this.engine = engine
  }

  /** Gives these faults to the next batches, one each; later batches succeed. */
  falls(...ailments: Ailment[]): void {
    this.#next = ailments
    this.#isHit = false
  }

  /** Resolves when a batch has met a fault since `falls`, or a statement the outage since `setAway`. */
  async hasHit(): Promise<void> {
    while (!this.#isHit) await sleep(1)
  }

  hurry(): void {
    this.#hurry()
  }

  /** Look-ups of keys are answered only after the returned function was called. */
  holdLookUps(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lookUpsHeld = promise
    return resolve
  }

  /** While it is away nothing is answered. */
  setAway(away: boolean): void {
    this.#away = away
    this.#isHit = false
  }

  async query<Row>(sql: string, values?: Parameters<Database['query']>[1]): Promise<Row[]> {
    const isBatch = IS_BATCH.test(sql)
    if (isBatch && (this.#away || this.#next.length > 0)) this.#isHit = true
    if (this.#away) throw new DatabaseUnavailable('away')
    const ask = () => this.#healthy.query<Row>(sql, values)
    if (IS_LOOK_UP.test(sql)) {
      this.lookUps += 1
      await this.#lookUpsHeld
    }
    switch (isBatch ? this.#next.shift() : undefined) {
      case 'refused':
        throw new DatabaseError({ code: '53100', message: 'the disk is full' })
      case 'lost-before':
        throw new DatabaseUnavailable('the connection broke')
      case 'lost-after':
        await ask()
        throw new DatabaseUnavailable('the connection broke')
      case 'late':
        this.late.push(sleep(LATE_MS).then(() => this.#healthy.query<{ held: number }>(sql, values)))
        throw new DatabaseUnavailable('the connection broke')
      case 'slow':
        await new Promise<void>((resolve) => {
          this.#hurry = resolve
        })
        return ask()
      case undefined:
        return ask()
    }
  }

  pipeline() {
    return pipelineOn((sql, values) => this.query(sql, values))
  }

  onAnnounced(topic: string, listener: (detail: string | undefined) => void): () => void {
    return this.#healthy.onAnnounced(topic, listener)
  }

  announceToOthers(topic: string, detail: string): Promise<void> {
    return this.#healthy.announceToOthers(topic, detail)
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#healthy.transaction(work)
  }

  close(): Promise<void> {
    return this.#healthy.close()
  }
}
